import { expect, test } from '@jest/globals';
import { pathToFollow } from './links.ts';

const here = { origin: 'http://localhost', pathname: '/feed', search: '' };

function click(html: string, more: Partial<MouseEvent> = {}) {
  document.body.innerHTML = html;
  const target = document.querySelector('[data-target]') ?? document.querySelector('a');
  const event = { defaultPrevented: false, button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false };
  return pathToFollow({ ...event, target, ...more } as MouseEvent, here);
}

test('a click on a link, or on what is in it, leads within the app', () => {
  expect(click('<a href="/feed/1?x=1#y">x</a>')).toBe('/feed/1?x=1#y');
  expect(click('<a href="/feed/1"><span data-target>x</span></a>')).toBe('/feed/1');
  expect(click('<a href="/feed/1" target="_self">x</a>')).toBe('/feed/1');
  expect(click('<a href="/feed">x</a>')).toBe('/feed');
  expect(click('<a href="/feed?sort=new#crew">x</a>')).toBe('/feed?sort=new#crew');
  expect(click('<a href="/films#crew">x</a>')).toBe('/films#crew');
});

test('what is the browser’s to follow is left alone', () => {
  expect(click('<a href="https://elsewhere.example/">x</a>')).toBeUndefined();
  expect(click('<a href="/superadmin/users">x</a>')).toBeUndefined();
  expect(click('<a href="/x" download>x</a>')).toBeUndefined();
  expect(click('<a href="/x" target="_blank">x</a>')).toBeUndefined();
  expect(click('<a href="/x" data-document>x</a>')).toBeUndefined();
  expect(click('<a href="/feed#crew">x</a>')).toBeUndefined();
  expect(click('<p data-target>x</p>')).toBeUndefined();
  expect(click('<a>x</a>')).toBeUndefined();
  expect(click('<a href="/x">x</a>', { target: document })).toBeUndefined();
  for (const more of [
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
    { defaultPrevented: true },
  ]) {
    expect(click('<a href="/x">x</a>', more)).toBeUndefined();
  }
});
