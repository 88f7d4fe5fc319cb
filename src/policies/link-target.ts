import { TEMPLATE_MARK } from './clean.ts';

/**
 * A link as plain text: its label and, where that leads out to the web, to a mailbox or a telephone and the label
 * does not say so already, the target in brackets. A target built by a template tag is no target.
 */
export function labelWithTarget(label: string, url: string): string {
  const target = shownTarget(url);
  if (target === null || sameTarget(label, target)) return label;
  return label === '' ? target : `${label} (${target})`;
}

/** The scheme of an address or a number says nothing to a customer. */
function shownTarget(url: string): string | null {
  if (url.includes(TEMPLATE_MARK)) return null;
  if (/^https?:\/\/./i.test(url)) return url;
  const contact = /^(?:mailto|tel):([^?]+)/i.exec(url);
  return contact?.[1] ?? null;
}

function sameTarget(label: string, target: string): boolean {
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replace(/^(https?:\/\/|mailto:|tel:)/, '')
      .replace(/\/$/, '');
  if (bare(label) === bare(target)) return true;
  const digits = (text: string): string => text.replace(/[\s().-]/g, '');
  return /^\+?\d+$/.test(digits(target)) && digits(label) === digits(target);
}
