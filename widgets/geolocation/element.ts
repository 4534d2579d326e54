import * as Type from 'typebox';
import { defineElement } from '#src/engine/core/element.ts';
import { Place } from './place.ts';
import { coordinatesInWords } from './placeInWords.ts';

const parts = Object.keys(Place.properties);

/** A place: where the device is, a pin on a map, coordinates or an address. */
export const geolocation = defineElement({
  type: 'geolocation',
  frame: 'group',
  config: Type.Object({}, { description: 'A place: where the device is, a pin on a map, coordinates or an address. The answer holds `latitude` and `longitude`, `address`, or both; beside what the device told, `accuracy` in metres.' }),
  value: Place,
  isEmpty: (value) => value === undefined || value === null || (typeof value === 'object' && !parts.some((part) => part in value)),
  check: ({ latitude, longitude, accuracy }) => {
    if ((latitude === undefined) !== (longitude === undefined)) return { rule: 'half' };
    return accuracy !== undefined && latitude === undefined ? { rule: 'half' } : undefined;
  },
  textOf: (place, _, reader) => [place.address, coordinatesInWords(place, reader)].filter(Boolean).join('\n'),
  texts: {
    required: 'geolocation.error.required', type: 'geolocation.error.coordinates', minimum: 'geolocation.error.coordinates', maximum: 'geolocation.error.coordinates',
    half: 'geolocation.error.half',
  },
  view: () => import('./GeolocationView.tsx'),
});
