import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { Language } from '#schemas/common.ts';
import { spokenLanguage } from '#src/lib/language.ts';
import { writeStored } from '#src/lib/storage.ts';

export const locale = createSlice({
  name: 'locale',
  initialState: () => ({ language: spokenLanguage() }),
  reducers: {
    chosen: (state, { payload }: PayloadAction<Language>) => {
      state.language = payload;
    },
  },
});

type LocaleState = { locale: ReturnType<typeof locale.getInitialState> };

export const useLanguage = (): Language =>
  useSelector((state: LocaleState) => state.locale.language);

/** Switches at once; the choice is kept on this device only. */
export function useChooseLanguage(): (language: Language) => void {
  const dispatch = useDispatch();
  return (language) => {
    writeStored('language', language);
    dispatch(locale.actions.chosen(language));
  };
}
