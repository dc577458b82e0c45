// Reads and writes JUnit files, the format of every runner.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Passed, failed and skipped cases of a file, with the titles of those that passed and failed. */
export function readJunit(path) {
  const counts = { passed: 0, failed: 0, skipped: 0, passes: [], failures: [] };
  const text = readFileSync(path, 'utf8');
  for (const [, attributes, body = ''] of text.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const title = fromXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '');
    if (/<(failure|error)\b/.test(body)) {
      counts.failed++;
      counts.failures.push(title);
    } else if (/<skipped\b/.test(body)) counts.skipped++;
    else {
      counts.passed++;
      counts.passes.push(title);
    }
  }
  return counts;
}

/** Writes cases `{ name, failure?, skipped? }` of one suite. */
export function writeJunit(path, suite, cases) {
  const lines = cases.map(({ name, failure, skipped }) => {
    const inner = [
      failure !== undefined && `<failure message="${toXml(failure)}"/>`,
      skipped !== undefined && `<skipped message="${toXml(skipped)}"/>`,
    ].filter(Boolean);
    return `    <testcase classname="${toXml(suite)}" name="${toXml(name)}">${inner.join('')}</testcase>`;
  });
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter(({ skipped }) => skipped !== undefined).length;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites>',
      `  <testsuite name="${toXml(suite)}" tests="${cases.length}" failures="${failed}" skipped="${skipped}">`,
      ...lines,
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  );
}

function toXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function fromXml(text) {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}
