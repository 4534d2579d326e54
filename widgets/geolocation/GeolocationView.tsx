import { styled } from '@linaria/react';
import { useId, type FocusEvent } from 'react';
import { FormattedMessage, useIntl, type MessageDescriptor } from 'react-intl';
import type { Language } from '#schemas/platform/common.ts';
import { isBlankText } from '#schemas/platform/plainText.ts';
import { formatFieldName } from '#src/engine/core/fieldAddress.ts';
import { useFormContext } from '#src/engine/react/context/formContext.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Crosshair, MapPin, MapTrifold, Trash } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { CoordinateField } from './CoordinateField.tsx';
import { readPosition, type GeoLocation } from './geoLocation.ts';
import { formatCoordinates } from './formatCoordinates.ts';
import { useDevicePosition, type Search } from './useDevicePosition.ts';
import { useMap } from './useMap.ts';

type GeolocationConfig = Record<never, never>;

const AddressRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--s-3);
  > div {
    flex: 1 1 15rem;
  }
  label {
    font-size: var(--text-sm);
    font-weight: var(--fw-medium);
  }
`;

const MapBox = styled.div`
  margin-top: var(--s-2);
  border: 1px solid var(--border-strong);
  border-radius: var(--r-md);
  overflow: hidden;
`;

const Fields = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3);
  padding: var(--s-3) 0.9rem;
  border-top: 1px solid var(--border);
  background: var(--raised);
`;

const Status = styled.div`
  &:not(:empty) {
    margin-block: var(--s-2);
  }
`;

const Found = styled.p`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: var(--target-min);
  font-variant-numeric: tabular-nums lining-nums;
  > svg {
    color: var(--accent-text);
  }
  > span {
    flex: 1;
  }
`;

const troubles: Partial<
  Record<Search, 'geolocation.denied' | 'geolocation.unavailable' | 'geolocation.timeout'>
> = {
  denied: 'geolocation.denied',
  unavailable: 'geolocation.unavailable',
  timeout: 'geolocation.timeout',
};

/** A draft may hold an answer of another type under this id; it counts as no location. */
const readLocation = (value: unknown): GeoLocation =>
  typeof value === 'object' && value !== null ? value : {};

/** Removes empty parts; a location without parts is no answer. */
function shortenLocation(place: {
  [Part in keyof GeoLocation]?: GeoLocation[Part] | string | undefined;
}): GeoLocation | undefined {
  const given = Object.entries(place).filter(([, part]) => part !== undefined && part !== '');
  // a text is no coordinate; validation reports it
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

type AddressFieldProps = Pick<
  WidgetProps<GeolocationConfig, GeoLocation>,
  'invalid' | 'disabled' | 'describedBy'
> & { name: string; value: string | undefined; onChange: (address: string | undefined) => void };

function AddressField({
  name,
  value = '',
  onChange,
  invalid,
  disabled,
  describedBy,
}: AddressFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>
        <FormattedMessage id="geolocation.address" />
      </label>
      <input
        id={id}
        name={name}
        className={fieldClass}
        type="text"
        dir="auto"
        enterKeyHint={useFormContext().enterKeyHint}
        autoComplete="off"
        value={value}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(isBlankText(target.value) ? undefined : target.value)}
      />
    </div>
  );
}

const ScriptsNote = () => (
  <Scriptless>
    <p>
      <FormattedMessage id="geolocation.needsScripts" />
    </p>
  </Scriptless>
);

type PositionStatusProps = {
  search: Search;
  /** formatted coordinates */
  where: string | undefined;
  isDisabled: boolean;
  onRemove: () => void;
};

function PositionStatus({ search, where, isDisabled, onRemove }: PositionStatusProps) {
  const intl = useIntl();
  return (
    <Status role="status">
      {troubles[search] && (
        <Note tone="warning">
          <FormattedMessage id={troubles[search]} />
        </Note>
      )}
      {where && (
        <Found>
          <MapPin size={20} aria-hidden />
          <span>{where}</span>
          <IconButton
            label={intl.formatMessage({ id: 'geolocation.removeCoordinates' })}
            icon={<Trash size={20} aria-hidden />}
            disabled={isDisabled}
            onClick={onRemove}
          />
        </Found>
      )}
    </Status>
  );
}

type Coordinates = {
  latitude?: number | string | undefined;
  longitude?: number | string | undefined;
};
type MapPanelProps = Pick<
  WidgetProps<GeolocationConfig, GeoLocation>,
  'address' | 'value' | 'language' | 'invalid' | 'disabled' | 'describedBy'
> & { onMove: (coordinates: Coordinates) => void };

/** Button that opens the map, and the map with its coordinate fields. */
function MapPanel(props: MapPanelProps) {
  const map = useMap();
  const id = useId();
  const isClosed = map.state === 'closed';
  return (
    <>
      <Button
        variant="ghost"
        icon={<MapTrifold size={20} aria-hidden />}
        isBusy={map.state === 'loading'}
        disabled={props.disabled}
        aria-expanded={!isClosed}
        aria-controls={id}
        onClick={map.toggle}
      >
        <FormattedMessage id={isClosed ? 'geolocation.openMap' : 'geolocation.closeMap'} />
      </Button>
      <div id={id}>{!isClosed && <OpenMap {...props} map={map} />}</div>
    </>
  );
}

function OpenMap({ map, onMove, ...props }: MapPanelProps & { map: ReturnType<typeof useMap> }) {
  const intl = useIntl();
  const { address, value, language, invalid, disabled, describedBy } = props;
  const field = {
    address,
    language,
    isInvalid: invalid,
    isDisabled: disabled,
    describedBy,
    onChange: (part: 'latitude' | 'longitude', degrees: number | undefined) =>
      onMove({ [part]: degrees }),
    onPosition: onMove,
  };
  return (
    <MapBox>
      {map.state === 'failed' && (
        <Note tone="warning" role="alert">
          <FormattedMessage id="geolocation.mapFailed" />
        </Note>
      )}
      {map.state === 'open' && (
        <map.PlaceMap
          address={readLocation(value).address}
          position={readPosition(value)}
          onMove={onMove}
          tileSet={map.tileSet}
          label={intl.formatMessage({ id: 'geolocation.map' })}
        />
      )}
      <Fields>
        <CoordinateField
          {...field}
          part="latitude"
          label={intl.formatMessage({ id: 'geolocation.latitude' })}
        />
        <CoordinateField
          {...field}
          part="longitude"
          label={intl.formatMessage({ id: 'geolocation.longitude' })}
        />
      </Fields>
    </MapBox>
  );
}

function useCoordinatesText(value: GeoLocation | undefined, language: Language) {
  const intl = useIntl();
  return formatCoordinates(value, {
    language,
    text: (id, values) => intl.formatMessage({ id } as MessageDescriptor, values),
  });
}

export function Widget({
  address,
  value,
  id,
  onChange,
  onBlur,
  language,
  invalid,
  disabled,
  describedBy,
}: WidgetProps<GeolocationConfig, GeoLocation>) {
  const place = readLocation(value);
  const { search, ask, drop } = useDevicePosition((found) =>
    onChange(shortenLocation({ address: place.address, ...found })),
  );
  const where = useCoordinatesText(value, language);

  /** Edited by hand: the device's accuracy no longer applies. */
  function setCoordinates(coordinates: Coordinates) {
    drop();
    onChange(shortenLocation({ ...place, ...coordinates, accuracy: undefined }));
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  }

  return (
    <div id={id} onBlur={handleBlur}>
      <AddressRow>
        <AddressField
          {...{ invalid, disabled, describedBy }}
          name={formatFieldName(address, 'address')}
          value={place.address}
          onChange={(next) => onChange(shortenLocation({ ...place, address: next }))}
        />
        <Button
          icon={<Crosshair size={20} aria-hidden />}
          isBusy={search === 'asking'}
          disabled={disabled}
          onClick={ask}
        >
          <FormattedMessage id="geolocation.myPosition" />
        </Button>
      </AddressRow>
      <ScriptsNote />
      <PositionStatus
        {...{ search, where }}
        isDisabled={disabled}
        onRemove={() => setCoordinates({ latitude: undefined, longitude: undefined })}
      />
      <MapPanel
        {...{ address, value, language, invalid, disabled, describedBy }}
        onMove={setCoordinates}
      />
    </div>
  );
}

const Lines = styled.span`
  display: block;
  > span {
    display: block;
    font-variant-numeric: tabular-nums lining-nums;
  }
`;

export function Answer({ value, language }: AnswerProps<GeolocationConfig, GeoLocation>) {
  const where = useCoordinatesText(value, language);
  return (
    <Lines>
      {value.address && <span>{value.address}</span>}
      {where && <span>{where}</span>}
    </Lines>
  );
}
