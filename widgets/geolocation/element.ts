import * as Type from 'typebox';
import { isBlank } from '#src/engine/core/blank.ts';
import { defineElement } from '#src/engine/core/element.ts';
import { Place } from './place.ts';
import { coordinatesInWords } from './placeInWords.ts';

/** Nothing of a place; what is none at all is refused. */
const isNowhere = (value: unknown): boolean =>
  isBlank(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.keys(Place.properties).every((part) =>
      isBlank((value as Record<string, unknown>)[part]),
    ));

/** A place: where the device is, a pin on a map, coordinates or an address. */
export const geolocation = defineElement({
  type: 'geolocation',
  frame: 'group',
  config: Type.Object(
    {},
    {
      description:
        'A place: where the device is, a pin on a map, coordinates or an address. The answer holds `latitude` and `longitude`, `address`, or both; beside what the device told, `accuracy` in metres.',
    },
  ),
  value: Place,
  isEmpty: isNowhere,
  check: ({ latitude, longitude, accuracy }) => {
    if ((latitude === undefined) !== (longitude === undefined)) return { rule: 'half' };
    return accuracy !== undefined && latitude === undefined ? { rule: 'half' } : undefined;
  },
  textOf: (place, _, reader) =>
    [place.address, coordinatesInWords(place, reader)].filter(Boolean).join('\n'),
  texts: {
    required: 'geolocation.error.required',
    type: 'geolocation.error.coordinates',
    minimum: 'geolocation.error.coordinates',
    maximum: 'geolocation.error.coordinates',
    half: 'geolocation.error.half',
  },
  view: () => import('./GeolocationView.tsx'),
});
