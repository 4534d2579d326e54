import type { Language } from '#schemas/platform/common.ts';
import { findBrand, type BrandEntry } from './brand.ts';
import type { BrandTexts, FirstBrand, ShownBrand } from './firstBrand.ts';
import { brands } from './registry.ts';

/** Loads a brand with its texts. */
export async function loadBrand(entry: BrandEntry, language: Language): Promise<ShownBrand> {
  const { brand } = await entry.load();
  const texts = (await brand.texts[language]()).default as BrandTexts; // parsed by the build
  return { brand, texts };
}

/** Loads the brand of a page before the login: that of its account, else of its host. */
export async function loadFirstBrand(
  host: string,
  ofPage: string | undefined,
  language: Language,
): Promise<FirstBrand | undefined> {
  const entry = findBrand(brands, { host, ofPage });
  return entry && { host, entry, language, shown: await loadBrand(entry, language) };
}
