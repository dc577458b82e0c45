import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { contentSecurityPolicy, newNonce, sealScripts } from './content-security-policy.ts';

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

test('a cached page allows its scripts by hash and contains no nonce', () => {
  const nonce = newNonce();
  const html = `<script nonce="${nonce}">ours()</script><p>x</p><script type="module" nonce="${nonce}" async="">two()</script>`;
  const sealed = sealScripts(html, nonce);
  expect(sealed.sources).toEqual([hashOf('ours()'), hashOf('two()')]);
  expect(sealed.html).not.toContain(nonce);
  expect(sealed.html).toContain('<script>ours()</script>');
});

test('an injected script gets no hash, not even with a guessed nonce', () => {
  const nonce = newNonce();
  const sealed = sealScripts(
    `<script>evil()</script><script nonce="guess">evil2()</script><script nonce="${nonce}">ours()</script>`,
    nonce,
  );
  expect(sealed.sources).toEqual([hashOf('ours()')]);
});

test('the policy allows no inline script, no framing and no other origin', () => {
  const policy = contentSecurityPolicy(['nonce-abc']);
  expect(policy).toContain("script-src 'self' 'nonce-abc';");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe');
  expect(policy.match(/style-src [^;]*/)?.[0]).not.toContain('unsafe');
});

test('media may come from a configured edge', () => {
  const policy = contentSecurityPolicy([], { mediaOrigins: ['https://edge.example'] });
  expect(policy).toContain("media-src 'self' blob: https://edge.example");
  expect(policy).toContain("connect-src 'self' https://edge.example");
});

test('pages ask the licence servers, and load nothing else from them', () => {
  const policy = contentSecurityPolicy([], { licenceOrigins: ['https://drm.example', 'https://files.example'] });
  expect(policy).toContain("connect-src 'self' https://drm.example https://files.example;");
  expect(policy.split('drm.example')).toHaveLength(2);
});

test('pages reach Stripe only where it takes the payments', () => {
  const policy = contentSecurityPolicy(['nonce-abc'], { stripe: true });
  const stripe = 'https://js.stripe.com https://*.js.stripe.com';
  expect(policy).toContain(`script-src 'self' 'nonce-abc' ${stripe};`);
  expect(policy).toContain(`frame-src ${stripe} https://hooks.stripe.com;`);
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(contentSecurityPolicy(['nonce-abc'])).not.toContain('stripe.com');
});
