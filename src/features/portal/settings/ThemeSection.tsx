import { useId } from 'react';
import { useIntl } from 'react-intl';
import { removeStored, writeStored } from '#src/device/storage.ts';
import { useStored } from '#src/device/useStored.ts';
import { ChoiceCards } from '#src/ui/ChoiceCards.tsx';
import { Desktop, Moon, Sun } from '#src/ui/portalIcons.ts';
import { SectionHeader, sectionClass } from '#src/features/access/settings/Section.tsx';

const choices = [
  {
    value: 'system',
    label: 'settings.theme.system',
    help: 'settings.theme.system.help',
    Icon: Desktop,
  },
  { value: 'light', label: 'settings.theme.light', Icon: Sun },
  { value: 'dark', label: 'settings.theme.dark', Icon: Moon },
] as const;

/** Theme of this device. Follows the system by default. */
export function ThemeSection() {
  const intl = useIntl();
  const id = useId();
  const chosen = useStored('theme') ?? 'system';
  const title = intl.formatMessage({ id: 'settings.theme' });

  function handleChoose(value: string) {
    if (value === 'light' || value === 'dark') writeStored('theme', value);
    else removeStored('theme');
  }

  return (
    <section className={sectionClass}>
      <SectionHeader title={title}>
        {intl.formatMessage({ id: 'settings.theme.text' })}
      </SectionHeader>
      <div role="radiogroup" aria-label={title}>
        <ChoiceCards
          id={id}
          name="theme"
          kind="radio"
          chosen={[chosen]}
          invalid={false}
          disabled={false}
          onChoose={handleChoose}
          choices={choices.map(({ value, label, Icon, ...more }) => ({
            value,
            label: intl.formatMessage({ id: label }),
            picture: <Icon size={20} aria-hidden />,
            help: 'help' in more ? intl.formatMessage({ id: more.help }) : undefined,
          }))}
        />
      </div>
    </section>
  );
}
