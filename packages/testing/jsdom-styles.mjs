// Computed styles of jsdom at a fraction of their cost, with the same values: a query by role and name asks for the display
// and the visibility of each element below those of the role. Replaces parts of jsdom that are no public interface: its version
// is exact, and its update runs all tests of components.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

/** By selector: the names of the elements that it can match, or null when it can match any. */
const subjects = new Map();

function subjectsOf(selector) {
  const plain = selector.replace(/\[[^\]]*\]|\([^()]*\)/g, '');
  if (/[^\w\s,:>+~.#-]/.test(plain)) return null;
  const names = plain.split(',').map((part) => {
    const subject = part
      .trim()
      .split(/[\s>+~]+/)
      .at(-1);
    return /^[a-z][\w-]*/i.exec(subject)?.[0].toLowerCase();
  });
  return names.includes(undefined) ? null : new Set(names);
}

// Of the 120 rules of a browser's own style sheet an element has the name of two or three.
const { matchesDontThrow } = selectors;
selectors.matchesDontThrow = (element, selector) => {
  // Rules without one, as @keyframes, are asked about as well.
  if (selector === undefined) return false;
  if (!subjects.has(selector)) subjects.set(selector, subjectsOf(selector));
  const names = subjects.get(selector);
  return (names === null || names.has(element._localName.toLowerCase())) && matchesDontThrow(element, selector);
};

// It takes its matching from the selectors, and so comes after them.
const styles = require('jsdom/lib/jsdom/living/helpers/style-rules.js');
const { implForWrapper } = require('jsdom/lib/jsdom/living/generated/utils.js');

const isResolved = (property) => property in styles.propertiesWithResolvedValueImplemented;

/** Computes the styles of an element when they are read, and alone those that most ask for. */
export function computeStylesWhenRead(window) {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudoElement) => {
    const inner = implForWrapper(element);
    if (!inner || pseudoElement) return getComputedStyle(element, pseudoElement);
    const resolve = (property) =>
      isResolved(property)
        ? styles.getResolvedValue(inner, property)
        : styles.getDeclarationForElement(inner).getPropertyValue(property);
    let all;
    return new Proxy(
      {},
      {
        get(_none, key) {
          if (key === 'getPropertyValue') return resolve;
          if (key === 'display' || key === 'visibility') return resolve(key);
          all ??= getComputedStyle(element);
          return all[key];
        },
      },
    );
  };
}
