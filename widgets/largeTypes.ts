/**
 * Types whose views have code of their own for files, maps or pictures. The build puts these views
 * into a file of their own (`tools/vite/chunks.ts`), which pages without such an element do not load.
 */
export const largeTypes: readonly string[] = [
  'file',
  'geolocation',
  'gutachterchoice',
  'picture',
  'rechtsschutzformular',
  'signature',
];
