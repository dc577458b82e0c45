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

// Readable in light and dark: programs with `prefers-color-scheme` use the dark colours, and for those that invert colours
// each text has a background colour of its own.
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: #f4f1ec; }
  a { color: #9a3412; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #141210 !important; }
    .card { background: #1f1c19 !important; border-color: #38332d !important; }
    .heading, .code { color: #f6f1ea !important; }
    .text { color: #d8d0c5 !important; }
    .quiet { color: #a89f93 !important; }
    .facts td { border-color: #38332d !important; }
    .code { background: #2a2622 !important; border-color: #4a433b !important; }
    a.link { color: #f5a66b !important; }
  }
  @media (max-width: 480px) { .card { padding: 28px 22px !important; } .heading { font-size: 24px !important; } }
`;

const SANS = "font-family: Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif;";
const SERIF = "font-family: Fraunces, Georgia, 'Times New Roman', serif;";

/** The finished mail: its content as HTML and as text, in the layout of all mails. */
export function mailMessage(template: string, content: MailContent): Message {
  const { subject, action, code = '', refusal } = content;
  return {
    ...{ template, subject, text: mailText(content), html: mailHtml(content), code },
    links: [action, refusal].flatMap((link) => link?.url ?? []),
    ...(refusal && { oneClickUrl: refusal.oneClickUrl }),
  };
}

function mailHtml(content: MailContent): string {
  const page = html`<!doctype html>
<html lang="en">
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
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f1ec">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="quiet" style="${css(SANS)}padding:0 4px 18px;font-size:13px;letter-spacing:.22em;text-transform:uppercase;color:#6b6257">
<span style="display:inline-block;width:9px;height:9px;border-radius:9px;background:#e2571c;margin-right:10px"></span>Marquee</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e4ddd3;border-radius:14px;padding:38px 40px">
<h1 class="heading" style="${css(SERIF)}margin:0 0 18px;font-size:28px;line-height:1.2;font-weight:600;color:#1d1a17">${content.heading}</h1>
${content.paragraphs.map(paragraph)}${content.quote ? quoteBlock(content.quote) : undefined}${content.code ? codeBlock(content.code) : undefined}${content.action ? button(content.action) : undefined}${content.facts?.length ? factTable(content.facts) : undefined}</td></tr>
<tr><td class="quiet" style="${css(SANS)}padding:20px 4px 0;font-size:13px;line-height:1.55;color:#6b6257">${content.footnote}${content.refusal ? refusalLink(content.refusal) : undefined}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.markup;
}

/** The same words as plain text. */
function mailText(content: MailContent): string {
  const blocks = [content.heading, ...content.paragraphs];
  if (content.quote) blocks.push(content.quote.text.replaceAll(/^/gm, '> '), content.quote.after);
  if (content.code) blocks.push(content.code);
  if (content.action) blocks.push(`${content.action.label}:\n${content.action.url}`);
  if (content.facts?.length) blocks.push(content.facts.map(({ label, value }) => `${label}: ${value}`).join('\n'));
  blocks.push(`--\n${content.footnote}`);
  if (content.refusal) blocks.push(`${content.refusal.label}:\n${content.refusal.url}`);
  blocks.push('Marquee');
  return `${blocks.join('\n\n')}\n`;
}

function css(declarations: string): Markup {
  return { markup: declarations };
}

function paragraph(text: string): Markup {
  return html`<p class="text" style="${css(SANS)}margin:0 0 16px;font-size:16px;line-height:1.6;color:#3b362f">${text}</p>
`;
}

/** Text only: the lines are kept by style. */
function quoteBlock({ text, after }: NonNullable<MailContent['quote']>): Markup {
  return html`<p class="text quote" style="${css(SANS)}margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #c2410c;font-size:16px;line-height:1.6;color:#3b362f;white-space:pre-line;overflow-wrap:anywhere">${text}</p>
${paragraph(after)}`;
}

function codeBlock(code: string): Markup {
  return html`<p class="code" style="${css(SANS)}margin:8px 0 20px;padding:16px 0;text-align:center;font-size:32px;font-weight:700;letter-spacing:.28em;border:1px solid #e4ddd3;border-radius:10px;background:#faf7f2;color:#1d1a17">${code}</p>
`;
}

function button({ label, url }: { label: string; url: string }): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:10px 0 20px"><tr><td style="border-radius:999px;background:#c2410c">
<a href="${url}" style="${css(SANS)}display:inline-block;padding:14px 30px;font-size:16px;font-weight:600;text-decoration:none;color:#ffffff;border-radius:999px">${label}</a>
</td></tr></table>
<p class="quiet" style="${css(SANS)}margin:0 0 8px;font-size:13px;line-height:1.5;color:#6b6257">If the button does not work, open this address:<br><a class="link" href="${url}" style="color:#9a3412;word-break:break-all">${url}</a></p>
`;
}

function refusalLink({ label, url }: { label: string; url: string }): Markup {
  return html`<br><a class="link" href="${url}" style="color:#9a3412">${label}</a>`;
}

function factTable(facts: { label: string; value: string }[]): Markup {
  const rows = facts.map(
    ({
      label,
      value,
    }) => html`<tr><td class="quiet" style="${css(SANS)}padding:9px 16px 9px 0;border-top:1px solid #eee7dd;font-size:14px;color:#6b6257;white-space:nowrap" valign="top">${label}</td><td class="text" style="${css(SANS)}padding:9px 0;border-top:1px solid #eee7dd;font-size:14px;color:#3b362f" width="100%">${value}</td></tr>
`,
  );
  return html`<table role="presentation" class="facts" width="100%" cellpadding="0" cellspacing="0" style="margin-top:18px">${rows}</table>
`;
}
