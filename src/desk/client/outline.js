// Hovering or focusing a sentence outlines the candidates that it cites, and a candidate the sentences that cite it.

const TIED = '[data-cites], [data-cited-in]';

/** @param {Element} element */
function counterparts(element) {
  const ids = element.getAttribute('data-cites') ?? element.getAttribute('data-cited-in') ?? '';
  return ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
}

/** @param {EventTarget | null} target */
function outline(target) {
  for (const linked of document.querySelectorAll('[data-linked]')) linked.removeAttribute('data-linked');
  const tied = target instanceof Element ? target.closest(TIED) : null;
  if (tied === null) return;
  for (const element of [tied, ...counterparts(tied)]) element.setAttribute('data-linked', '');
}

if (document.querySelector(TIED) !== null) {
  document.addEventListener('mouseover', ({ target }) => outline(target));
  document.addEventListener('focusin', ({ target }) => outline(target));
}
