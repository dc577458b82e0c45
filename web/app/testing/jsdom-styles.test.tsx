import { render } from '@testing-library/react';

test('computed styles are those of the rules that match, and of what is around an element', () => {
  const { container } = render(
    <>
      <style>{`
        @keyframes turn { to { rotate: 1turn } }
        .cards > li:not(.plain), em { display: flex }
        ul [title="a, b"], #none { color: red }
        @media screen { strong { visibility: hidden } }
      `}</style>
      <ul className="cards" style={{ color: 'rgb(1, 2, 3)' }}>
        <li>
          <strong>
            <b>hidden</b>
          </strong>
          <i title="a, b">red</i>
        </li>
        <li className="plain" hidden>
          <em>flex</em>
        </li>
      </ul>
      <svg>
        <title>Wave</title>
        <linearGradient />
      </svg>
      <button type="button" disabled>
        Off
      </button>
    </>,
  );
  const styleOf = (selector: string) => getComputedStyle(container.querySelector(selector) as Element);
  const displays = ['ul', 'li', '.plain', 'em', 'style', 'b', 'button'].map((one) => styleOf(one).display);
  expect(displays).toEqual(['block', 'flex', 'none', 'flex', 'none', '', 'inline-block']);
  expect(styleOf('b').getPropertyValue('visibility')).toBe('hidden');
  expect(styleOf('li').visibility).toBe('visible');
  expect([styleOf('b').color, styleOf('i').color]).toEqual(['rgb(1, 2, 3)', 'rgb(255, 0, 0)']);
  expect(styleOf('b').fontWeight).toBe('bold');
  expect(styleOf('linearGradient').cssText).toContain('visibility: visible');
  expect(() => getComputedStyle(null as never)).toThrow(TypeError);
});
