import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { Language } from '#schemas/platform/common.ts';
import { detectLanguage } from '#src/locale/language.ts';
import { writeStored } from '#src/device/storage.ts';

export const locale = createSlice({
  name: 'locale',
  initialState: () => ({ language: detectLanguage() }),
  reducers: {
    chosen: (state, { payload }: PayloadAction<Language>) => {
      state.language = payload;
    },
  },
});

type LocaleState = { locale: ReturnType<typeof locale.getInitialState> };

export const useLanguage = (): Language =>
  useSelector((state: LocaleState) => state.locale.language);

/** Switches the language and stores the choice on this device. */
export function useChooseLanguage(): (language: Language) => void {
  const dispatch = useDispatch();
  return (language) => {
    writeStored('language', language);
    dispatch(locale.actions.chosen(language));
  };
}
