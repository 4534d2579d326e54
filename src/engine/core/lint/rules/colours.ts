import { wcagContrast } from 'culori';
import { deriveBrandTokens, isBrandColor } from '#schemas/accounts/brand.rules.ts';
import type { FormTheme } from '#schemas/forms/forms.ts';
import type { LintRule } from '../finding.ts';
import { joinPointer } from '../pointer.ts';

/** WCAG 1.4.3, text of normal size. */
const legible = 4.5;

/** Text on the form's backgrounds is nearly black; its hue is unknown here. */
const { text } = deriveBrandTokens('#808080', 'light');

const behindText = [
  'formElementBackground',
  'formContainerBackground',
] as const satisfies readonly (keyof FormTheme)[];
const roundRatio = (ratio: number): number => Math.floor(ratio * 10) / 10;

export const textContrast: LintRule = {
  name: 'textContrast',
  severity: 'warning',
  find: ({ definition: { theme } }) => {
    const colour = theme?.primaryColor;
    if (!isBrandColor(colour) || wcagContrast(colour, '#ffffff') >= legible) return [];
    return [
      {
        pointer: joinPointer('', 'theme', 'primaryColor'),
        params: {
          colour,
          ratio: roundRatio(wcagContrast(colour, '#ffffff')),
          shown: deriveBrandTokens(colour, 'light').accentText,
        },
      },
    ];
  },
};

export const backgroundContrast: LintRule = {
  name: 'backgroundContrast',
  severity: 'warning',
  find: ({ definition: { theme } }) =>
    behindText.flatMap((setting) => {
      const colour = theme?.[setting];
      if (!isBrandColor(colour) || wcagContrast(colour, text) >= legible) return [];
      return [
        {
          pointer: joinPointer('', 'theme', setting),
          params: { colour, ratio: roundRatio(wcagContrast(colour, text)) },
        },
      ];
    }),
};
