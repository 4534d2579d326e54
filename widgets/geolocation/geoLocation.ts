import * as Type from 'typebox';
import { visiblePattern } from '#schemas/platform/plainText.ts';
import { geolocationLimits } from '#schemas/forms/limits.ts';

/** A location: coordinates, an address, or both. There is no geocoding, so each is as entered. */
export const GeoLocation = Type.Object(
  {
    /** degrees north, WGS 84 */
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    /** degrees east, WGS 84 */
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    /** radius in metres as reported by the device; absent after manual input */
    accuracy: Type.Optional(Type.Number({ minimum: 0 })),
    address: Type.Optional(
      Type.String({ pattern: visiblePattern, maxLength: geolocationLimits.maxAddressLength }),
    ),
  },
  { additionalProperties: false },
);
export type GeoLocation = Type.Static<typeof GeoLocation>;

export type Position = { latitude: number; longitude: number };

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** Returns the coordinates of an answer if it has both in their range. */
export function readPosition(value: unknown): Position | undefined {
  const { latitude, longitude } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<Record<string, unknown>>;
  return isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : undefined;
}

/** About 0.1 metres; no device is more accurate. */
const roundDegrees = (degrees: number): number => Number(degrees.toFixed(6));

export const roundPosition = ({ latitude, longitude }: Position): Position => ({
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
});
