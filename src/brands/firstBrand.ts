import { createContext } from 'react';
import type { MessageFormatElement } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import type { Brand, BrandEntry } from './brand.ts';

export type BrandTexts = Record<string, MessageFormatElement[]>;
export type ShownBrand = { brand: Brand; texts: BrandTexts };

/** The brand of the first page, which is loaded before the page is drawn. */
export type FirstBrand = { host: string; entry: BrandEntry; language: Language; shown: ShownBrand };

export const FirstBrandContext = createContext<FirstBrand | undefined>(undefined);
