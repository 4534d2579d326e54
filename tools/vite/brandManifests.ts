import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const prefix = '\0installed:';
const white = '#ffffff';
/** Addresses of the portal's own manifest and icon, used while developing. */
const portalsOwn = {
  manifest: '/manifest.webmanifest',
  touchIcon: '/icons/apple-touch-180.png',
};

/**
 * Draws the logo into a transparent square. With `part` < 1 it is smaller and on white, because
 * systems crop such icons.
 */
async function drawIcon(logo: string, size: number, part = 1): Promise<Buffer> {
  const inner = Math.round(size * part);
  const picture = await sharp(logo, { density: 600 })
    .resize(inner, inner, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  if (part === 1) return picture;
  return sharp({ create: { width: size, height: size, channels: 3, background: white } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png()
    .toBuffer();
}

const readJson = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

type Emit = (suffix: string, content: Buffer | string) => string;

/** Emits icons and web manifest of the brand in the logo's folder, and returns their addresses. */
async function emitBrandFiles(logo: string, emit: Emit): Promise<typeof portalsOwn> {
  const emitIcon = async (size: number, part?: number) => ({
    src: emit(`-${size}.png`, await drawIcon(logo, size, part)),
    sizes: `${size}x${size}`,
    type: 'image/png',
  });
  const icons = [
    await emitIcon(192),
    await emitIcon(512),
    { ...(await emitIcon(512, 0.64)), purpose: 'maskable' },
  ];
  const portal = readJson('public/manifest.webmanifest');
  const { 'app.name': name = portal['name'] } = readJson(
    path.join(path.dirname(logo), 'locales', 'de.json'),
  );
  const content = JSON.stringify({ ...portal, name, short_name: name, icons });
  return { manifest: emit('.webmanifest', content), touchIcon: (await emitIcon(180, 0.8)).src };
}

/**
 * Makes a web manifest and icons for each brand, see
 * `docs/decisions/portal/0095-under-which-name-is-a-portal-installed.md`.
 * `import { installed } from './logo.svg?installed'` returns their addresses.
 */
export function brandManifests(): Plugin {
  let isBuilt = false;
  return {
    name: 'brand-manifests',
    enforce: 'pre',
    configResolved: ({ command, build }) => {
      isBuilt = command === 'build' && !build.ssr;
    },
    resolveId: {
      filter: { id: /\/logo\.(?:svg|png)\?installed$/ },
      async handler(id, importer) {
        const resolved = await this.resolve(id.split('?')[0] ?? '', importer, { skipSelf: true });
        return resolved && prefix + resolved.id;
      },
    },
    load: {
      filter: { id: new RegExp(`^${prefix}`) },
      async handler(id) {
        const logo = id.slice(prefix.length);
        const brand = path.basename(path.dirname(logo));
        const emit: Emit = (suffix, content) => {
          const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
          const fileName = `assets/${brand}-${hash}${suffix}`;
          this.emitFile({ type: 'asset', fileName, source: content });
          return `/${fileName}`;
        };
        const installed = isBuilt ? await emitBrandFiles(logo, emit) : portalsOwn;
        return `export const installed = ${JSON.stringify(installed)}`;
      },
    },
  };
}
