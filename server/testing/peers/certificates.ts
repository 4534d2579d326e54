import 'reflect-metadata'; // for the next line's library
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { dayMs } from '#schemas/platform/time.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const generateKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function writeKey(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${bytes}\n-----END PRIVATE KEY-----\n`;
}

const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

export type IssuedCertificate = { key: string; cert: string };

/** Creates a certificate authority that issues certificates for a host. */
export async function createAuthority() {
  const keys = await generateKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    notBefore: daysFromNow(-1_000),
    notAfter: daysFromNow(1_000),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    ca: authority.toString('pem'),
    /** Issues a certificate that ends in this many days. */
    async issue(days: number, host = 'localhost'): Promise<IssuedCertificate> {
      const own = await generateKeys();
      const cert = await x509.X509CertificateGenerator.create({
        subject: `CN=${host}`,
        issuer: authority.subject,
        notBefore: daysFromNow(-500),
        notAfter: daysFromNow(days),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      return { key: await writeKey(own.privateKey), cert: cert.toString('pem') };
    },
  };
}
