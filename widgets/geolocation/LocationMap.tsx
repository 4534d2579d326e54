import 'leaflet/dist/leaflet.css';
import {
  divIcon,
  type LatLng,
  type LatLngBoundsExpression,
  type LatLngTuple,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  type Marker as LeafletMarker,
} from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MapContainer, Marker, TileLayer, useMap, useMapEvents, ZoomControl } from 'react-leaflet';
import type { TileSet } from '#schemas/forms/tiles.ts';
import { Button } from '#src/ui/Button.tsx';
import { MapPin } from '#src/ui/icons.ts';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Below, mapClass, pinClass } from './mapStyles.ts';
import { Outline } from './Outline.tsx';
import { roundPosition, type Position } from './geoLocation.ts';
import { findTown } from './towns.ts';

export type PlaceMapProps = {
  position: Position | undefined;
  onMove: (position: Position) => void;
  /** null: outlines only */
  tileSet: TileSet | null;
  label: string;
  /** The map starts near the town that this address names. */
  address: string | undefined;
};

const germany: LatLngBoundsExpression = [
  [47.2, 5.8],
  [55.1, 15.1],
];
const streetZoom = 16;
const outlineZoom = 9;
const townZoom = 8;
const outlineMaxZoom = 12;
const minZoom = 5;
const stepPx = 10;
const fineStepPx = 1; // with Shift
const edgePx = 40; // distance of the pin to the edge at which the map follows

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const pin = divIcon({
  className: pinClass,
  iconSize: [40, 40],
  iconAnchor: [20, 38],
  html: [
    '<svg viewBox="0 0 256 256" fill="currentColor" aria-hidden="true">',
    '<path d="M128 16a88.1 88.1 0 0 0-88 88c0 75.3 80 132.2 83.4 134.6a8 8 0 0 0 9.2 0C136 ',
    '236.2 216 179.3 216 104a88.1 88.1 0 0 0-88-88Zm0 56a32 32 0 1 1-32 32 32 32 0 0 ',
    '1 32-32Z"/></svg>',
  ].join(''),
});

const toPosition = (point: LatLng): Position => {
  const { lat, lng } = point.wrap();
  return roundPosition({ latitude: lat, longitude: lng });
};

type PinProps = { position: Position; onMove: (point: LatLng) => void };

function Pin({ position, onMove }: PinProps) {
  const intl = useIntl();
  const map = useMap();
  const marker = useRef<LeafletMarker>(null);

  function handleKey({ originalEvent }: LeafletKeyboardEvent) {
    const step = steps[originalEvent.key];
    if (!step || !marker.current) return;
    originalEvent.preventDefault();
    const length = originalEvent.shiftKey ? fineStepPx : stepPx;
    const moved = map.unproject(
      map.project(marker.current.getLatLng()).add([step[0] * length, step[1] * length]),
    );
    map.panInside(moved, { padding: [edgePx, edgePx], animate: false });
    onMove(moved);
  }

  return (
    <Marker
      ref={marker}
      position={[position.latitude, position.longitude]}
      icon={pin}
      draggable
      autoPan
      title={intl.formatMessage({ id: 'geolocation.pin' })}
      eventHandlers={{
        dragend: () => {
          if (marker.current) onMove(marker.current.getLatLng());
        },
        keydown: handleKey,
      }}
    />
  );
}

type PickingProps = {
  position: Position | undefined;
  onMove: (position: Position) => void;
  nearZoom: number;
  label: string;
};

/** Moves the pin by clicks on the map; a position from elsewhere moves the map. */
function Picking({ position, onMove, nearZoom, label }: PickingProps) {
  const placed = useRef<Position>(undefined);
  const map = useMapEvents({
    click: ({ latlng }) => placeMarker(latlng),
    keydown: ({ originalEvent: { key, target } }) => {
      if (key === 'Enter' && target === map.getContainer()) placeMarker(map.getCenter());
    },
  });
  const { latitude, longitude } = position ?? {};

  function placeMarker(point: LatLng) {
    placed.current = toPosition(point);
    onMove(placed.current);
  }

  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    if (placed.current?.latitude === latitude && placed.current.longitude === longitude) return;
    map.setView([latitude, longitude], Math.max(map.getZoom(), nearZoom), { animate: false });
  }, [map, latitude, longitude, nearZoom]);

  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', label);
  }, [map, label]);

  return position && <Pin position={position} onMove={placeMarker} />;
}

type MapNotesProps = Pick<PlaceMapProps, 'position' | 'tileSet' | 'address'> & {
  town: ReturnType<typeof findTown>;
  /** true after a tile failed to load */
  hasFailed: boolean;
  onPinCenter: () => void;
};

/** Text below the map, and a button that sets the pin to its center. */
function MapNotes({ position, tileSet, address, town, hasFailed, onPinCenter }: MapNotesProps) {
  return (
    <Below>
      <div role="status">
        {!position && address && (
          <p>
            {town ? (
              <FormattedMessage id="geolocation.nearTown" values={{ town: town[0] }} />
            ) : (
              <FormattedMessage id="geolocation.notSearched" />
            )}
          </p>
        )}
        {!tileSet && <FormattedMessage id="geolocation.outlineOnly" />}
        {tileSet && hasFailed && <FormattedMessage id="geolocation.tilesFailed" />}
      </div>
      {tileSet && <Markdown text={tileSet.attribution} />}
      <Button variant="ghost" icon={<MapPin size={20} aria-hidden />} onClick={onPinCenter}>
        <FormattedMessage id="geolocation.pinToMiddle" />
      </Button>
    </Below>
  );
}

/** Draws tiles where the installation has them, and outlines below or instead. */
export function LocationMap({ position, onMove, tileSet, label, address = '' }: PlaceMapProps) {
  const intl = useIntl();
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const nearZoom = tileSet ? Math.min(streetZoom, tileSet.maxZoom) : outlineZoom;
  const [town] = useState(() => (position ? undefined : findTown(address)));
  const [center, zoom]: [Position | undefined, number] = town
    ? [{ latitude: town[1], longitude: town[2] }, townZoom]
    : [position, nearZoom];
  const start = center
    ? { center: [center.latitude, center.longitude] as LatLngTuple, zoom }
    : { bounds: germany };

  return (
    <>
      <MapContainer
        ref={setMap}
        className={mapClass}
        {...start}
        minZoom={minZoom}
        maxZoom={tileSet?.maxZoom ?? outlineMaxZoom}
        scrollWheelZoom={false}
        zoomControl={false}
        attributionControl={false}
        fadeAnimation={false}
        zoomAnimation={false}
        markerZoomAnimation={false}
      >
        {(!tileSet || hasFailed) && <Outline />}
        {tileSet && (
          <TileLayer
            url="/api/tiles/{z}/{x}/{y}"
            maxZoom={tileSet.maxZoom}
            eventHandlers={{ tileerror: () => setHasFailed(true) }}
          />
        )}
        <ZoomControl
          position="topright"
          zoomInTitle={intl.formatMessage({ id: 'geolocation.zoomIn' })}
          zoomOutTitle={intl.formatMessage({ id: 'geolocation.zoomOut' })}
        />
        <Picking position={position} onMove={onMove} nearZoom={nearZoom} label={label} />
      </MapContainer>
      <MapNotes
        {...{ position, tileSet, town, hasFailed, address }}
        onPinCenter={() => map && onMove(toPosition(map.getCenter()))}
      />
    </>
  );
}
