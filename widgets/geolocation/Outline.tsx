import { divIcon, type LatLngTuple } from 'leaflet';
import { useState } from 'react';
import { Marker, Polygon, useMapEvents } from 'react-leaflet';
import { countryClass, homeClass, placeClass } from './mapStyles.ts';
import outline from './outline.json';
import { towns } from './towns.ts';

function projectPoints(ring: readonly number[]): LatLngTuple[] {
  return Array.from({ length: ring.length / 2 }, (_, index) => [
    (ring[2 * index] ?? 0) / outline.stepsPerDegree,
    (ring[2 * index + 1] ?? 0) / outline.stepsPerDegree,
  ]);
}

const around = outline.around.map((ring) => [projectPoints(ring)]);
const germany = outline.germany.map((ring) => [projectPoints(ring)]);
const townLabels = towns.map(([name, latitude, longitude, fromZoom]) => ({
  name,
  position: [latitude, longitude] as LatLngTuple,
  fromZoom,
  icon: divIcon({ className: placeClass, html: name, iconAnchor: [3, 7] }),
}));

/** Draws countries and towns from our bundle, for maps without tiles. */
export function Outline() {
  const [zoom, setZoom] = useState<number>();
  const map = useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  const shown = zoom ?? map.getZoom();
  return (
    <>
      <Polygon positions={around} className={countryClass} interactive={false} />
      <Polygon positions={germany} className={homeClass} interactive={false} />
      {townLabels.map(
        ({ name, position, fromZoom, icon }) =>
          shown >= fromZoom && (
            <Marker
              key={name}
              position={position}
              icon={icon}
              interactive={false}
              keyboard={false}
            />
          ),
      )}
    </>
  );
}
