import { PALETTE } from '@marquee/rules/palette';
import type { Wording } from '../language/wording.ts';
import { html, type Markup } from './markup.ts';
import type { Message } from './message.ts';

export type MailContent = {
  subject: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** What a person wrote, in its own lines, and the paragraph behind it. */
  quote?: { text: string; after: string };
  action?: { label: string; url: string };
  code?: string;
  /** Facts that the person can check, such as the device that asked. */
  facts?: { label: string; value: string }[];
  /** Why the person got this, and what to do if they did not expect it. */
  footnote: string;
  /** How to get no further mails of this kind: by a page, and by one click in the mail program (RFC 8058). */
  refusal?: { label: string; url: string; oneClickUrl: string };
};

const LIGHT = lightOrDark('light');
const DARK = lightOrDark('dark');

function lightOrDark(theme: 'light' | 'dark') {
  const of = (name: keyof typeof PALETTE) => PALETTE[name][theme];
  return {
    ...{ page: of('canvas'), card: of('surface'), code: of('raised'), line: of('line') },
    ...{ ink: of('ink'), quiet: of('ink-muted'), link: of('action-ink') },
    ...{ button: of('action'), onButton: of('on-action') },
  };
}

// Readable in light and dark: programs with `prefers-color-scheme` use the dark colours, and for those that invert colours
// each text has a background colour of its own.
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: ${LIGHT.page}; }
  a { color: ${LIGHT.link}; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: ${DARK.page} !important; }
    .card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
    .heading, .code, .mark, .text { color: ${DARK.ink} !important; }
    .quiet { color: ${DARK.quiet} !important; }
    .facts td { border-color: ${DARK.line} !important; }
    .quote { border-color: ${DARK.link} !important; }
    .code { background: ${DARK.code} !important; border-color: ${DARK.line} !important; }
    a.link, .dot { color: ${DARK.link} !important; }
    .button { background: ${DARK.button} !important; }
    .button a { color: ${DARK.onButton} !important; }
  }
  @media (max-width: 480px) { .card { padding: 28px 22px !important; } .heading { font-size: 24px !important; } }
`;

const SANS = "font-family: Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif;";
/** A long name or title breaks, so that no mail is wider than a phone; some programs know only the one or the other. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word;';
const SERIF = "font-family: Fraunces, Georgia, 'Times New Roman', serif;";

/** The finished mail: its content as HTML and as text, in the layout of all mails. */
export function mailMessage(wording: Wording, template: string, content: MailContent): Message {
  const { subject, action, code = '', refusal } = content;
  return {
    ...{ template, subject, text: mailText(wording, content), html: mailHtml(wording, content), code },
    links: [action, refusal].flatMap((link) => link?.url ?? []),
    ...(refusal && { oneClickUrl: refusal.oneClickUrl }),
  };
}

function mailHtml({ language, t }: Wording, content: MailContent): string {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${content.preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="mark" style="${css(SERIF)}padding:0 4px 18px;font-size:20px;font-weight:600;color:${LIGHT.ink}">Marquee<span class="dot" style="color:${LIGHT.link}">.</span></td></tr>
<tr><td class="card" style="${css(BREAKS)}background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;padding:38px 40px">
<h1 class="heading" style="${css(SERIF)}margin:0 0 18px;font-size:28px;line-height:1.2;font-weight:600;color:${LIGHT.ink}">${content.heading}</h1>
${content.paragraphs.map(paragraph)}${content.quote ? quoteBlock(content.quote) : undefined}${content.code ? codeBlock(content.code) : undefined}${content.action ? button(t, content.action) : undefined}${content.facts?.length ? factTable(content.facts) : undefined}</td></tr>
<tr><td class="quiet" style="${css(SANS)}${css(BREAKS)}padding:20px 4px 0;font-size:13px;line-height:1.55;color:${LIGHT.quiet}">${content.footnote}${content.refusal ? refusalLink(content.refusal) : undefined}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.markup;
}

/** The same words as plain text. */
function mailText({ t }: Wording, content: MailContent): string {
  const labelled = (label: string) => t('{label}:', { label });
  const blocks = [content.heading, ...content.paragraphs];
  if (content.quote) blocks.push(content.quote.text.replaceAll(/^/gm, '> '), content.quote.after);
  if (content.code) blocks.push(content.code);
  if (content.action) blocks.push(`${labelled(content.action.label)}\n${content.action.url}`);
  if (content.facts?.length)
    blocks.push(content.facts.map(({ label, value }) => `${labelled(label)} ${value}`).join('\n'));
  blocks.push(`--\n${content.footnote}`);
  if (content.refusal) blocks.push(`${labelled(content.refusal.label)}\n${content.refusal.url}`);
  blocks.push('Marquee');
  return `${blocks.join('\n\n')}\n`;
}

function css(declarations: string): Markup {
  return { markup: declarations };
}

function paragraph(text: string): Markup {
  return html`<p class="text" style="${css(SANS)}margin:0 0 16px;font-size:16px;line-height:1.6;color:${LIGHT.ink}">${text}</p>
`;
}

/** Text only: the lines are kept by style. */
function quoteBlock({ text, after }: NonNullable<MailContent['quote']>): Markup {
  return html`<p class="text quote" style="${css(SANS)}margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${LIGHT.link};font-size:16px;line-height:1.6;color:${LIGHT.ink};white-space:pre-line">${text}</p>
${paragraph(after)}`;
}

function codeBlock(code: string): Markup {
  return html`<p class="code" style="${css(SANS)}margin:8px 0 20px;padding:16px 0 16px .28em;text-align:center;font-size:32px;font-weight:700;letter-spacing:.28em;border:1px solid ${LIGHT.line};border-radius:10px;background:${LIGHT.code};color:${LIGHT.ink}">${code}</p>
`;
}

function button(t: Wording['t'], { label, url }: { label: string; url: string }): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:10px 0 20px"><tr><td class="button" style="border-radius:999px;background:${LIGHT.button}">
<a href="${url}" style="${css(SANS)}display:inline-block;padding:14px 30px;font-size:16px;font-weight:600;text-decoration:none;color:${LIGHT.onButton};border-radius:999px">${label}</a>
</td></tr></table>
<p class="quiet" style="${css(SANS)}margin:0 0 8px;font-size:13px;line-height:1.5;color:${LIGHT.quiet}">${t('If the button does not work, open this address:')}<br><a class="link" href="${url}" style="color:${LIGHT.link};word-break:break-all">${url}</a></p>
`;
}

function refusalLink({ label, url }: { label: string; url: string }): Markup {
  return html`<br><a class="link" href="${url}" style="color:${LIGHT.link}">${label}</a>`;
}

function factTable(facts: { label: string; value: string }[]): Markup {
  const rows = facts.map(
    ({
      label,
      value,
    }) => html`<tr><td class="quiet" style="${css(SANS)}padding:9px 16px 9px 0;border-top:1px solid ${LIGHT.line};font-size:14px;line-height:1.45;color:${LIGHT.quiet};white-space:nowrap" valign="top">${label}</td><td class="text" style="${css(SANS)}padding:9px 0;border-top:1px solid ${LIGHT.line};font-size:14px;line-height:1.45;color:${LIGHT.ink}" width="100%">${value}</td></tr>
`,
  );
  return html`<table role="presentation" class="facts" width="100%" cellpadding="0" cellspacing="0" style="margin-top:18px">${rows}</table>
`;
}
