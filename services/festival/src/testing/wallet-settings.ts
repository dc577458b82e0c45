import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

const DAY_MS = 86_400_000;

/** An authority and a certificate of a pass type as Apple would issue it, and the key of a service account of Google. */
export function walletSettings({ now, days = 365 }: { now: Date; days?: number }) {
  const authority = forge.pki.rsa.generateKeyPair(2_048);
  const authorityName = [{ name: 'commonName', value: 'Test Developer Relations' }];
  const root = certificate(authority.publicKey, { subject: authorityName, issuer: authorityName, serial: '01' });
  root.setExtensions([{ name: 'basicConstraints', cA: true }]);
  root.sign(authority.privateKey, forge.md.sha256.create());
  const keys = forge.pki.rsa.generateKeyPair(2_048);
  const subject = [
    // The attribute that Apple calls the user id.
    { type: '0.9.2342.19200300.100.1.1', value: 'pass.example.marquee' },
    { name: 'commonName', value: 'Pass Type ID: pass.example.marquee' },
    { shortName: 'OU', value: 'TEAM123456' },
  ];
  const leaf = certificate(keys.publicKey, { subject, issuer: authorityName, serial: '02' });
  leaf.sign(authority.privateKey, forge.md.sha256.create());
  const google = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const googleKey = google.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    settings: {
      APPLE_PASS_CERTIFICATE: forge.pki.certificateToPem(leaf),
      APPLE_PASS_KEY: forge.pki.encryptRsaPrivateKey(keys.privateKey, 'passphrase'),
      APPLE_PASS_KEY_PASSPHRASE: 'passphrase',
      APPLE_WWDR_CERTIFICATE: forge.pki.certificateToPem(root),
      GOOGLE_WALLET_ISSUER: '3388000000022200000',
      GOOGLE_WALLET_KEY: JSON.stringify({ client_email: 'passes@marquee.example', private_key: googleKey }),
    },
    googlePublicKey: google.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };

  function certificate(
    key: forge.pki.rsa.PublicKey,
    {
      subject,
      issuer,
      serial,
    }: { subject: forge.pki.CertificateField[]; issuer: forge.pki.CertificateField[]; serial: string },
  ) {
    const made = forge.pki.createCertificate();
    Object.assign(made, { publicKey: key, serialNumber: serial });
    made.validity.notBefore = new Date(now.getTime() - DAY_MS);
    made.validity.notAfter = new Date(now.getTime() + days * DAY_MS);
    made.setSubject(subject);
    made.setIssuer(issuer);
    return made;
  }
}
