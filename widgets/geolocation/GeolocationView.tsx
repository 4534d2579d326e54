import { styled } from '@linaria/react';
import { useId, type FocusEvent } from 'react';
import { FormattedMessage, useIntl, type MessageDescriptor } from 'react-intl';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { fieldClass } from '#src/ui/field.ts';
import { Crosshair, MapPin, MapTrifold, Trash } from '#src/ui/icons.ts';
import { Note } from '#src/ui/Note.tsx';
import { CoordinateField } from './CoordinateField.tsx';
import { positionOf, type Place } from './place.ts';
import { coordinatesInWords } from './placeInWords.ts';
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

const Coordinates = styled.div`
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

/** A draft may hold the answer of an earlier element of this name; what is no place is none. */
const placeOf = (value: unknown): Place =>
  typeof value === 'object' && value !== null ? value : {};

/** Leaves out what is not given; nothing at all is no answer. */
function compactPlace(place: { [Part in keyof Place]?: Place[Part] | string | undefined }):
  Place | undefined {
  const given = Object.entries(place).filter(([, part]) => part !== undefined && part !== '');
  return given.length > 0 ? Object.fromEntries(given) : undefined; // a text is no coordinate: the form's rules say so
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
}: WidgetProps<GeolocationConfig, Place>) {
  const intl = useIntl();
  const addressId = useId();
  const panelId = useId();
  const place = placeOf(value);
  const { search, ask, drop } = useDevicePosition((found) =>
    onChange(compactPlace({ address: place.address, ...found })),
  );
  const map = useMap();
  const where = coordinatesInWords(value, {
    language,
    text: (id, values) => intl.formatMessage({ id } as MessageDescriptor, values),
  });

  /** Given by hand: how exact the device was no longer holds. */
  function setCoordinates(coordinates: {
    latitude?: number | string | undefined;
    longitude?: number | string | undefined;
  }) {
    drop();
    onChange(compactPlace({ ...place, ...coordinates, accuracy: undefined }));
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onBlur();
  }

  const field = {
    address,
    language,
    isInvalid: invalid,
    isDisabled: disabled,
    describedBy,
    onChange: (part: 'latitude' | 'longitude', degrees: number | undefined) =>
      setCoordinates({ [part]: degrees }),
    onPosition: setCoordinates,
  };
  return (
    <div id={id} onBlur={handleBlur}>
      <AddressRow>
        <div>
          <label htmlFor={addressId}>
            <FormattedMessage id="geolocation.address" />
          </label>
          <input
            id={addressId}
            className={fieldClass}
            type="text"
            autoComplete="off"
            value={place.address ?? ''}
            disabled={disabled}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={({ target }) =>
              onChange(
                compactPlace({
                  ...place,
                  address: target.value.trim() === '' ? undefined : target.value,
                }),
              )
            }
          />
        </div>
        <Button
          icon={<Crosshair size={20} aria-hidden />}
          isBusy={search === 'asking'}
          disabled={disabled}
          onClick={ask}
        >
          <FormattedMessage id="geolocation.myPosition" />
        </Button>
      </AddressRow>
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
              disabled={disabled}
              onClick={() => setCoordinates({ latitude: undefined, longitude: undefined })}
            />
          </Found>
        )}
      </Status>
      <Button
        variant="ghost"
        icon={<MapTrifold size={20} aria-hidden />}
        isBusy={map.state === 'loading'}
        disabled={disabled}
        aria-expanded={map.state !== 'closed'}
        aria-controls={panelId}
        onClick={map.toggle}
      >
        <FormattedMessage
          id={map.state === 'closed' ? 'geolocation.openMap' : 'geolocation.closeMap'}
        />
      </Button>
      <div id={panelId}>
        {map.state !== 'closed' && (
          <MapBox>
            {map.state === 'failed' && (
              <Note tone="warning" role="alert">
                <FormattedMessage id="geolocation.mapFailed" />
              </Note>
            )}
            {map.state === 'open' && (
              <map.PlaceMap
                address={place.address}
                position={positionOf(value)}
                onMove={setCoordinates}
                tileSet={map.tileSet}
                label={intl.formatMessage({ id: 'geolocation.map' })}
              />
            )}
            <Coordinates>
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
            </Coordinates>
          </MapBox>
        )}
      </div>
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

export function Answer({ value, language }: AnswerProps<GeolocationConfig, Place>) {
  const intl = useIntl();
  const where = coordinatesInWords(value, {
    language,
    text: (id, values) => intl.formatMessage({ id } as MessageDescriptor, values),
  });
  return (
    <Lines>
      {value.address && <span>{value.address}</span>}
      {where && <span>{where}</span>}
    </Lines>
  );
}
