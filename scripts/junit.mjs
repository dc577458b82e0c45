// Reads and writes JUnit files, the format of every runner.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const PAGE = /<property name="page" value="([^"]*)"/g;
const SUITE = /<testsuite\b([^>]*)>([\s\S]*?)<\/testsuite>/g;

/**
 * Passed, failed and skipped cases of a file, with the titles of those that passed and failed, and of those that passed
 * only when they ran again; and the pages that their properties name (e2e/support/fixtures.ts).
 */
export function readJunit(path) {
  return countsOf(readFileSync(path, 'utf8'));
}

/** The same of each suite of a file, by its name. */
export function readSuites(path) {
  const suites = readFileSync(path, 'utf8').matchAll(SUITE);
  return new Map([...suites].map(([, attributes, cases]) => [titleOf(attributes), countsOf(cases)]));
}

function countsOf(text) {
  const counts = { passed: 0, failed: 0, skipped: 0, passes: [], failures: [], unsteady: [], pages: new Set() };
  for (const [, attributes, body = ''] of text.matchAll(CASE)) {
    const title = titleOf(attributes);
    for (const [, page] of body.matchAll(PAGE)) counts.pages.add(page);
    if (/<flaky(Failure|Error)\b/.test(body)) counts.unsteady.push(title);
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

/** Turns the failures of a file into those that Surefire calls flaky, where another run of the same cases passed. */
export function markPassedAgain(path, again) {
  const { passes, failures } = readJunit(again);
  const passed = new Set(passes).difference(new Set(failures));
  const text = readFileSync(path, 'utf8').replace(CASE, (whole, attributes) =>
    passed.has(titleOf(attributes)) ? whole.replace(/(<\/?)(failure|error)\b/g, '$1flakyFailure') : whole,
  );
  writeFileSync(path, text);
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

const titleOf = (attributes) => fromXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '');

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
