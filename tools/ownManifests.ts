import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const source = /\/logo\.(?:svg|png)\?installed$/;
const prefix = '\0installed:';
const paper = '#ffffff';

/** The logo in a square; where systems cut a shape out of it, with paper around it. */
async function drawn(logo: string, size: number, part = 1): Promise<Buffer> {
  const inner = Math.round(size * part);
  const picture = await sharp(logo, { density: 600 })
    .resize(inner, inner, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  if (part === 1) return picture;
  return sharp({ create: { width: size, height: size, channels: 3, background: paper } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png()
    .toBuffer();
}

/**
 * A customer's portal is installed under its name and logo (docs/decisions/0095): `import { installed } from './logo.svg?installed'` answers
 * where its manifest and its icon for home screens are. Both are made here, from what its folder has already.
 */
export function ownManifests(portal: { name?: string }): Plugin {
  let isBuilt = false;
  return {
    name: 'own-manifests',
    enforce: 'pre',
    configResolved: ({ command, build }) => {
      isBuilt = command === 'build' && !build.ssr;
    },
    resolveId: {
      filter: { id: source },
      async handler(id, importer) {
        const resolved = await this.resolve(id.split('?')[0] ?? '', importer, { skipSelf: true });
        return resolved && prefix + resolved.id;
      },
    },
    load: {
      filter: { id: new RegExp(`^${prefix}`) },
      async handler(id) {
        if (!isBuilt)
          return "export const installed = { manifest: '/manifest.webmanifest', touchIcon: '/icons/apple-touch-180.png' }";
        const logo = id.slice(prefix.length);
        const folder = path.dirname(logo);
        const { 'app.name': name = portal.name ?? '' } = JSON.parse(
          readFileSync(path.join(folder, 'locales', 'de.json'), 'utf8'),
        ) as { 'app.name'?: string };
        const emit = (what: string, content: Buffer | string): string => {
          const fileName = `assets/${path.basename(folder)}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}${what}`;
          this.emitFile({ type: 'asset', fileName, source: content });
          return `/${fileName}`;
        };
        const icon = async (size: number, part?: number) => ({
          src: emit(`-${size}.png`, await drawn(logo, size, part)),
          sizes: `${size}x${size}`,
          type: 'image/png',
        });
        const icons = [
          await icon(192),
          await icon(512),
          { ...(await icon(512, 0.64)), purpose: 'maskable' },
        ];
        const manifest = emit(
          '.webmanifest',
          JSON.stringify({ ...portal, name, short_name: name, icons }),
        );
        return `export const installed = ${JSON.stringify({ manifest, touchIcon: (await icon(180, 0.8)).src })}`;
      },
    },
  };
}
