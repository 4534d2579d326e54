import { styled } from '@linaria/react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Assistant } from '#schemas/accounts/accounts.ts';
import { parseWebAddress } from '#src/routing/parseWebAddress.ts';
import { IconButton } from '#src/ui/Button.tsx';
import { PencilSimple } from '#src/ui/icons.ts';
import { ArrowUpRight, CaretLeft, CaretRight } from '#src/ui/portalIcons.ts';
import { WrappedText } from '#src/ui/WrappedText.tsx';

const List = styled.ul`
  &[data-slides] {
    min-height: calc(3 * var(--control-sm));
  } /* keeps the buttons below under the pointer */
  a {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0.65rem;
    align-items: center;
    min-height: var(--control-sm);
    padding: 0.35rem 0;
    font-weight: var(--fw-medium);
    line-height: 1.3;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  a:hover {
    text-decoration: underline;
  }
  a > :last-child {
    color: var(--muted);
  }
`;
const Steps = styled.div`
  display: flex;
  gap: var(--s-2);
  justify-content: space-between;
  align-items: center;
  color: var(--muted);
  font-size: var(--text-sm);
`;

const withoutSlider = 5;
const atOnce = 3;

/** Forms that an account offers. More than five become a slider of three at a time. */
export function AssistantLinks({ assistants }: { assistants: readonly Assistant[] }) {
  const intl = useIntl();
  const [slide, setSlide] = useState(0);
  const offered = assistants.flatMap(({ id, name, url }) => {
    const address = parseWebAddress(url);
    return address ? [{ id, name, href: address.href }] : [];
  });
  const perSlide = offered.length > withoutSlider ? atOnce : withoutSlider;
  const slides = Math.ceil(offered.length / perSlide);
  const current = Math.min(slide, Math.max(0, slides - 1));
  /** At either end the slider does not move and the button keeps the focus. */
  const step = (by: 1 | -1) => ({
    'aria-disabled': current + by < 0 || current + by >= slides,
    onClick: () => setSlide(Math.min(Math.max(current + by, 0), slides - 1)),
  });
  return (
    <>
      <List data-slides={slides > 1 || undefined}>
        {offered.slice(current * perSlide, (current + 1) * perSlide).map(({ id, name, href }) => (
          <li key={id}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              aria-label={intl.formatMessage({ id: 'cases.newTab' }, { name })}
            >
              <PencilSimple size={20} aria-hidden />
              <WrappedText>{name}</WrappedText>
              <ArrowUpRight size={18} aria-hidden />
            </a>
          </li>
        ))}
      </List>
      {slides > 1 && (
        <Steps>
          <IconButton
            label={intl.formatMessage({ id: 'cases.slide.back' })}
            icon={<CaretLeft size={20} aria-hidden />}
            {...step(-1)}
          />
          <span role="status">
            <FormattedMessage id="cases.slide" values={{ number: current + 1, count: slides }} />
          </span>
          <IconButton
            label={intl.formatMessage({ id: 'cases.slide.next' })}
            icon={<CaretRight size={20} aria-hidden />}
            {...step(1)}
          />
        </Steps>
      )}
    </>
  );
}
