import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { Bar } from './Bar.tsx';
import { presets } from './presets.ts';
import { Segments } from './Segments.tsx';
import { useSay } from './useSay.ts';

const Swatches = styled.span`
  display: flex;
  gap: 0.5rem;
  button {
    width: 1.75rem;
    height: 1.75rem;
    border: 2px solid var(--surface);
    border-radius: 50%;
    outline: 1px solid var(--border-strong);
  }
  button[aria-pressed='true'] {
    outline: 3px solid var(--focus);
  }
  @media (max-width: 639px) {
    display: none;
  }
`;
const OnPhones = styled.span`
  @media (min-width: 640px) {
    display: none;
  }
`;

const brands = ['#7d1f3f', '#14505c', '#0091d5', '#f2b705', '#1a1a1a'];

export type Area = 'definition' | 'preview';

type TopBarProps = {
  preset: string;
  onPreset: (name: string) => void;
  colour: string | undefined;
  onBrand: (colour: string) => void;
  area: Area;
  onArea: (area: Area) => void;
};

/** Selects the form and its colour; on a phone also the visible pane. */
export function TopBar({ preset, onPreset, colour, onBrand, area, onArea }: TopBarProps) {
  const say = useSay();
  return (
    <Bar>
      <h1>
        <FormattedMessage id="workshop.title" />
      </h1>
      <label>
        <FormattedMessage id="workshop.preset" />
        <select value={preset} onChange={(event) => onPreset(event.target.value)}>
          {Object.keys(presets).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Swatches role="group" aria-label={say('workshop.brand')}>
        {brands.map((each) => (
          <button
            key={each}
            type="button"
            aria-label={each}
            aria-pressed={each === colour}
            style={{ background: each }}
            onClick={() => onBrand(each)}
          />
        ))}
      </Swatches>
      <OnPhones>
        <Segments
          label={say('workshop.area')}
          value={area}
          onChange={onArea}
          options={{ definition: say('workshop.definition'), preview: say('workshop.preview') }}
        />
      </OnPhones>
    </Bar>
  );
}
