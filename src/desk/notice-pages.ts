import { type Html, html } from './html.ts';
import { page } from './layout.ts';

/** Pages that say what is wrong and where to go. None shows an error's own text: that belongs in the log. */
export function notFoundPage(business: string): Html {
  return notice('Page not found', 'There is no such page on this desk.', business);
}

export function noExchangePage(business: string): Html {
  return notice(
    'No such exchange',
    'No exchange has this id. It may have been deleted, or the link was cut short.',
    business,
  );
}

export function noGapPage(business: string): Html {
  return notice(
    'No such gap',
    'No group of questions has this number. It goes when all who asked have deleted their data, or their questions were judged otherwise.',
    business,
  );
}

export function failurePage(business: string): Html {
  return notice(
    'Something went wrong',
    'The desk could not show this page. The log says why; try again in a moment.',
    business,
  );
}

/** For requests that may be hostile: it does not even name the business. */
export function refusedPage(reason: string): Html {
  return notice('Request refused', reason, null);
}

/** For programs and forms; a browser that opens a page is led to the login instead. */
export function loginWantedPage(): Html {
  return notice(
    'Please log in',
    'This is for staff who are logged in. Open the desk and log in first.',
    null,
  );
}

function notice(title: string, text: string, business: string | null): Html {
  return page({
    title,
    business,
    current: null,
    account: null,
    status: null,
    content: html`<div class="notice"><h1>${title}</h1><p>${text}</p><p><a class="button" href="/exchanges">To the list of exchanges</a></p></div>`,
  });
}
