const LISTS = 'ul, ol, dl, [role=list], [role=listbox], [role=menu], [role=tablist], [role=radiogroup]';
const TEXTS = 'h1, h2, h3, h4, h5, h6, p, li, dt, legend, label, figcaption, caption, option';
/** What stands for a text to somebody who cannot see it, or is filled in by the person. */
const CONTENT =
  'img, svg, canvas, video, audio, iframe, input, textarea, select, button, a, [role], [aria-label], [aria-busy]';
const UNTRANSLATED = /\bundefined\b|\bNaN\b|\[object \w+\]|Invalid Date|<\/?\d+\/?>|\{\w+\}/;
const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'aria-label', 'placeholder', 'value'];

/** The forms that the browser itself would have sent, loading another page, since the last look. */
const sentByBrowser = [];
window.addEventListener('submit', (event) => {
  if (!event.defaultPrevented) sentByBrowser.push(event.target);
});

/**
 * What is wrong with any page whatever it shows: forms that no code has handled, lists and sections without anything in them, texts and names that are
 * missing, values that were never filled in, and references to nothing. In words for the message of a test.
 */
export function pageFaults() {
  const all = (selector) =>
    [...document.body.querySelectorAll(selector)].filter((one) => !one.closest('[hidden], [aria-busy=true]'));
  const faults = [];
  const find = (what, found) => {
    for (const one of found) faults.push(`${what}: ${one.outerHTML.slice(0, 200)}`);
  };
  find('a form that the browser would send', sentByBrowser.splice(0));
  find(
    'a list of nothing',
    all(LISTS).filter((list) => list.childElementCount === 0 && !isWaiting(list)),
  );
  find(
    'a text of nothing',
    all(TEXTS).filter((one) => isEmpty(one) && !isWaiting(one)),
  );
  find(
    'a section of nothing',
    all('section').filter((section) => !hasMoreThanHeading(section)),
  );
  find(
    'a button or link without a name',
    all('button, a[href], [role=button], [role=link], [role=tab], [role=menuitem]').filter((one) => !hasName(one)),
  );
  find('a picture without a text', all('img:not([alt])'));
  for (const one of all('*')) {
    const texts = [...one.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : []));
    const values = ATTRIBUTES.map((name) => one.getAttribute(name));
    // What people write themselves may have places in braces.
    const isWritten = one.matches('input, textarea');
    if (!isWritten && [...texts, ...values].some((text) => UNTRANSLATED.test(text ?? '')))
      find('a value that is not filled in', [one]);
    for (const name of ['aria-labelledby', 'aria-describedby']) {
      const ids = one.getAttribute(name)?.split(/\s+/).filter(Boolean) ?? [];
      if (ids.some((id) => !document.getElementById(id))) find(`${name} leads nowhere`, [one]);
    }
  }
  const ids = all('[id]').map(({ id }) => id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) faults.push(`twice the id ${id}`);
  return faults;
}

/** The place of what is announced once it happens, and of the options of a field that is closed. */
const isWaiting = (one) => one.matches('[role=status], [role=alert], [aria-live], [data-empty], .empty\\:hidden');
const isEmpty = (one) =>
  one.textContent?.trim() === '' &&
  !one.querySelector(CONTENT) &&
  !one.matches('[aria-label], [aria-hidden=true], [value]');

function hasMoreThanHeading(section) {
  const rest = section.cloneNode(true);
  for (const heading of rest.querySelectorAll('h1, h2, h3, h4, h5, h6')) heading.remove();
  return rest.textContent?.trim() !== '' || rest.querySelector(CONTENT) !== null;
}

function hasName(one) {
  if (one.textContent?.trim() || one.getAttribute('aria-label') || one.getAttribute('title')) return true;
  if (one.getAttribute('aria-labelledby') || one.closest('[aria-hidden=true]')) return true;
  return [...one.querySelectorAll('[alt], [aria-label], title')].some(
    (part) => part.getAttribute('alt') || part.getAttribute('aria-label') || part.textContent,
  );
}
