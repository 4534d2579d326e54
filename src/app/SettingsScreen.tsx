import { useDispatch } from 'react-redux';
import { useChooseLanguage } from '#src/features/locale/slice.ts';
import { SettingsPage } from '#src/features/settings/SettingsPage.tsx';
import { toasts } from '#src/features/toasts/slice.ts';
import type { Place } from '#src/lib/routes.ts';

/** The settings with what other features do for them. */
export function SettingsScreen({ place }: { place: Place }) {
  const dispatch = useDispatch();
  return <SettingsPage selected={place.params['selectedSetting']} showLanguage={useChooseLanguage()} showToast={(toast) => dispatch(toasts.actions.shown(toast))} />;
}
