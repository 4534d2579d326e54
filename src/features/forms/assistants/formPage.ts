import { createContext } from 'react';
import {
  answeredPageDataId,
  closedPageDataId,
  formPageDataId,
  pinPageDataId,
  sentPageDataId,
  type AnsweredPageData,
  type ClosedPageData,
  type FormPageData,
  type PinPageData,
  type SentPageData,
} from '#schemas/forms/assistants.ts';

/** The data in this page's document, so that it is drawn without a call. */
export type PageData = {
  form?: FormPageData | undefined;
  pin?: PinPageData | undefined;
  closed?: ClosedPageData | undefined;
  answered?: AnsweredPageData | undefined;
  sent?: SentPageData | undefined;
};

export const PageDataContext = createContext<PageData>({});

function readData<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : undefined; // written by the server
}

/** Reads what the server has put into the document: a form, or what is shown in its place. */
export const readPageData = (): PageData => ({
  form: readData<FormPageData>(formPageDataId),
  pin: readData<PinPageData>(pinPageDataId),
  closed: readData<ClosedPageData>(closedPageDataId),
  answered: readData<AnsweredPageData>(answeredPageDataId),
  sent: readData<SentPageData>(sentPageDataId),
});
