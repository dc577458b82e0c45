import type { Page } from '@playwright/test';

/** The spacing that people may set for all text (WCAG 2.2, 1.4.12). */
const SPACING = `
  *:not(svg, svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** What text is cut off or drawn over other text once people have set its spacing, and was not before. */
export async function spacingFaults(page: Page): Promise<string[]> {
  // Functions that call each other there.
  const parts = Object.entries(inPage).map(([name, part]) => `${name}: ${part}`);
  await page.evaluate(`Object.assign(globalThis, { ${parts.join(', ')} })`);
  return page.evaluate<string[]>(`faultsOfSpacing(${JSON.stringify(SPACING)})`);
}

type Box = { left: number; top: number; right: number; bottom: number };
/** A text of the page: what is drawn of each of its lines, what it stays on, and whether it is cut off. */
type Shown = { node: Node; lines: Box[]; layer: Element | null; isCut: boolean };

/** Run in the page. */
const inPage = { faultsOfSpacing, shownTexts, shownText, overlaps };

async function faultsOfSpacing(spacing: string): Promise<string[]> {
  const pairs = (texts: Shown[]) => {
    const found = new Map<Node, Set<Node>>();
    for (const [index, one] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        if (overlaps(one, other)) found.set(one.node, (found.get(one.node) ?? new Set()).add(other.node));
      }
    }
    return found;
  };
  const before = shownTexts();
  const [cutBefore, overBefore] = [new Set(before.filter(({ isCut }) => isCut).map(({ node }) => node)), pairs(before)];
  // Pages forbid style elements; a sheet that is made by script is none.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(spacing);
  document.adoptedStyleSheets.push(sheet);
  // Some parts follow a change of their size by script.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const after = shownTexts();
  const overAfter = pairs(after);
  document.adoptedStyleSheets.pop();
  const say = (node: Node) => `“${(node.textContent ?? '').trim().slice(0, 40)}”`;
  return [
    ...after.flatMap(({ node, isCut }) => (isCut && !cutBefore.has(node) ? [`spacing cuts ${say(node)} off`] : [])),
    ...[...overAfter].flatMap(([one, others]) =>
      [...others]
        .filter((other) => !overBefore.get(one)?.has(other))
        .map((other) => `spacing draws ${say(one)} over ${say(other)}`),
    ),
  ];
}

function shownTexts(): Shown[] {
  const texts: Shown[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ? shownText(walker.currentNode) : undefined;
    if (text) texts.push(text);
  }
  return texts;
}

/** Undefined for what nobody sees. What scrolls, ends in dots or shows its first lines alone is meant to be cut. */
function shownText(node: Node): Shown | undefined {
  // To a part of a pixel, and the parts of letters below their line.
  const SLACK_PX = 3;
  const own = node.parentElement;
  if (!own?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined;
  const range = document.createRange();
  range.selectNodeContents(node);
  let lines: Box[] = [...range.getClientRects()].map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
  let isCut = false;
  let layer: Element | null = null;
  for (let at: Element | null = own; at && at !== document.body; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (/fixed|sticky/.test(style.position)) layer ??= at;
    if (style.overflow === 'visible' || style.display === 'inline') continue;
    const edge = at.getBoundingClientRect();
    // For screen readers alone.
    if (edge.width <= 1 || edge.height <= 1) return undefined;
    const isMeant =
      /auto|scroll/.test(style.overflow) || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const isOut = ({ left, top, right, bottom }: Box) =>
      right > edge.right + SLACK_PX ||
      left < edge.left - SLACK_PX ||
      bottom > edge.bottom + SLACK_PX ||
      top < edge.top - SLACK_PX;
    isCut ||= !isMeant && lines.some(isOut);
    lines = lines
      .map(({ left, top, right, bottom }) => ({
        left: Math.max(left, edge.left),
        top: Math.max(top, edge.top),
        right: Math.min(right, edge.right),
        bottom: Math.min(bottom, edge.bottom),
      }))
      .filter(({ left, top, right, bottom }) => left < right && top < bottom);
  }
  return { node, lines, layer, isCut };
}

function overlaps(one: Shown, other: Shown): boolean {
  const SLACK_PX = 3;
  if (one.layer !== other.layer || one.node.parentElement === other.node.parentElement) return false;
  return one.lines.some((a) =>
    other.lines.some(
      (b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK_PX &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK_PX,
    ),
  );
}
