// @requires helm
// @requires kubescore
// @inputs helm/marquee

import { run, template } from './testing/helm.ts';

test.each(['small', 'premiere'] as const)('kube-score finds nothing critical with values-%s [SYS-02:chart]', (file) => {
  const { stdout } = template(file);
  const { output } = run('kube-score', ['score', '--output-format', 'ci', '-'], { input: stdout });
  const lines = output.split('\n');
  expect(lines.filter((line) => line.startsWith('[OK]')).length).toBeGreaterThan(100);
  expect(lines.filter((line) => line.startsWith('[CRITICAL]'))).toEqual([]);
});
