import * as Type from 'typebox';
import { limits } from '#schemas/limits.ts';

/** A place: coordinates, an address, or both. Nobody looks up the one from the other, so each is only what was given. */
export const Place = Type.Object(
  {
    /** degrees north, WGS 84 */
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    /** degrees east */
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    /** metres around the coordinates, as the device told; absent when they were typed or shown on the map */
    accuracy: Type.Optional(Type.Number({ minimum: 0 })),
    address: Type.Optional(
      Type.String({ pattern: '\\S', maxLength: limits.geolocation.maxAddressLength }),
    ),
  },
  { additionalProperties: false },
);
export type Place = Type.Static<typeof Place>;

export type Position = { latitude: number; longitude: number };

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** The coordinates of an answer, if it has both and they lie on earth. */
export function positionOf(value: unknown): Position | undefined {
  const { latitude, longitude } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<Record<string, unknown>>;
  return isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : undefined;
}

/** About a tenth of a metre: no device knows more. */
const round = (degrees: number): number => Number(degrees.toFixed(6));

export const roundPosition = ({ latitude, longitude }: Position): Position => ({
  latitude: round(latitude),
  longitude: round(longitude),
});
