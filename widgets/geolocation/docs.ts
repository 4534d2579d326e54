import type { ElementDocs } from '#src/engine/core/definition/describeSettings.ts';

export const docs: ElementDocs = {
  description:
    'A place: where the device is, a pin on a map, coordinates or an address. The ' +
    'answer holds `latitude` and `longitude`, `address`, or both; beside what the ' +
    'device told, `accuracy` in metres.',
  settings: {},
};
