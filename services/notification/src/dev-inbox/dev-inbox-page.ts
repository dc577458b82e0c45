import { PALETTE } from '@marquee/rules/palette';
import { html, type Markup } from '../messages/markup.ts';
import type { DevInboxEntry } from './dev-inbox.ts';

function variablesOf(theme: 'light' | 'dark'): string {
  const of = (name: keyof typeof PALETTE) => PALETTE[name][theme];
  return `--ground: ${of('canvas')}; --sheet: ${of('surface')}; --ink: ${of('ink')}; --quiet: ${of('ink-muted')}; --line: ${of('line')}; --act: ${of('action-ink')};`;
}

const STYLE = `
:root { color-scheme: light dark; ${variablesOf('light')} }
@media (prefers-color-scheme: dark) { :root { ${variablesOf('dark')} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.55 Inter, system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 40px 16px 80px; }
h1 { font: 600 30px/1.2 Fraunces, Georgia, serif; margin: 0 0 6px; }
.quiet { color: var(--quiet); }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; margin: 20px 0; }
h2 { font-size: 17px; margin: 2px 0 10px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 0 0 12px; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
a { color: var(--act); } .code { font-size: 26px; font-weight: 700; letter-spacing: .2em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 8px; }
summary { cursor: pointer; color: var(--quiet); }
`;

/** The development inbox as a page. It holds no script; a mail is shown in a frame that may not run any. */
export function devInboxPage(entries: readonly DevInboxEntry[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Development inbox · Marquee</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<main>
<h1>Development inbox</h1>
<p class="quiet">What this process would have sent, newest first. Nothing leaves this machine. <a href="/dev/inbox">Refresh</a> · <a href="/dev/inbox.json">JSON</a></p>
${entries.length === 0 ? html`<article><p>No messages yet. Sign in or invite somebody, and the message appears here.</p></article>` : entries.map(article)}
</main>
</body>
</html>
`.markup;
}

function article(entry: DevInboxEntry, index: number): Markup {
  return html`<article>
<h2>${entry.subject || 'Text message'}</h2>
<dl>
<dt>To</dt><dd>${entry.to}</dd>
<dt>Sent</dt><dd><time datetime="${entry.at.toISOString()}">${entry.at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time> by ${entry.channel === 'SMS' ? 'text message' : 'mail'}</dd>
${entry.links.map((link) => html`<dt>Link</dt><dd><a href="${link}" rel="noreferrer">${link}</a></dd>`)}
${entry.attachments.map(({ filename, bytes, path }) => html`<dt>File</dt><dd><a href="${path}" download="${filename}">${filename}</a> <span class="quiet">${Math.ceil(bytes / 1024)} KiB</span></dd>`)}
${entry.code ? html`<dt>Code</dt><dd class="code">${entry.code}</dd>` : undefined}
</dl>
${entry.html ? html`<details${{ markup: index === 0 ? ' open' : '' }}><summary>Mail</summary><iframe title="${entry.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${withTopLinks(entry.html)}"></iframe></details>` : undefined}
<details${{ markup: entry.html ? '' : ' open' }}><summary>Text</summary><pre>${entry.text}</pre></details>
</article>
`;
}

// Links of a mail open in place of the inbox, as they would in place of a mail program.
function withTopLinks(mail: string): string {
  return mail.replace('<head>', '<head><base target="_top">');
}
