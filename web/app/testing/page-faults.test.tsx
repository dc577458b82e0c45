import { pageFaults } from '@marquee/testing/page-faults';

const faultsOf = (html: string) => {
  document.body.innerHTML = html;
  const faults = pageFaults();
  document.body.innerHTML = '';
  return faults.map((fault) => fault.replace(/: <.*/s, ''));
};

test.each([
  ['<ul></ul>', 'a list of nothing'],
  ['<div role="radiogroup"></div>', 'a list of nothing'],
  ['<p> </p>', 'a text of nothing'],
  ['<h2></h2>', 'a text of nothing'],
  ['<section><div><h2>Crew</h2></div></section>', 'a section of nothing'],
  ['<section aria-label="Crew"></section>', 'a section of nothing'],
  ['<button><svg></svg></button>', 'a button or link without a name'],
  ['<a href="/films"><img alt="" src="x.webp"></a>', 'a button or link without a name'],
  ['<img src="x.webp">', 'a picture without a text'],
  ['<p>undefined views</p>', 'a value that is not filled in'],
  ['<p>{count} views</p>', 'a value that is not filled in'],
  ['<p>Read <0>the terms</0></p>'.replace(/<(\/?)0>/g, '&lt;$10&gt;'), 'a value that is not filled in'],
  ['<a href="/feed/undefined">Salt</a>', 'a value that is not filled in'],
  ['<p>NaN %</p>', 'a value that is not filled in'],
  ['<input aria-describedby="hint">', 'aria-describedby leads nowhere'],
  ['<p id="one">A</p><p id="one">B</p>', 'twice the id one'],
])('%s is found', (html, fault) => {
  expect(faultsOf(html)).toEqual([fault]);
});

test.each([
  '<ul><li>Salt</li></ul>',
  '<ul hidden></ul>',
  '<div aria-busy="true"><ul></ul></div>',
  '<p role="status"></p>',
  '<ul class="empty:hidden"></ul>',
  '<section><h2>Crew</h2><p>Nobody yet</p></section>',
  '<section><h2>Trailer</h2><video></video></section>',
  '<button aria-label="Close"><svg></svg></button>',
  '<a href="/feed/1"><img alt="Salt" src="x.webp"></a>',
  '<textarea>Dear {name}</textarea>',
  '<p id="hint">Ten at most</p><input aria-describedby="hint">',
])('%s has no fault', (html) => {
  expect(faultsOf(html)).toEqual([]);
});

test('a form that no code handles is found once', () => {
  const sent = (handle: (event: Event) => void) => {
    document.body.innerHTML = '<form aria-label="Search"><input aria-label="Title"></form>';
    const form = document.querySelector('form') as HTMLFormElement;
    form.addEventListener('submit', handle);
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    const faults = [pageFaults(), pageFaults()].map((found) => found.map((fault) => fault.replace(/: <.*/s, '')));
    document.body.innerHTML = '';
    return faults;
  };
  expect(sent(() => {})).toEqual([['a form that the browser would send'], []]);
  expect(sent((event) => event.preventDefault())).toEqual([[], []]);
});
