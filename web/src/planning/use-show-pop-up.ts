import { notifications } from '@mantine/notifications';
import { useTexts } from '../i18n/language.ts';
import type { PopUp } from '../live/follow.ts';
import { useBoardTexts } from './board-texts.ts';

const WARNING = 3;

/** Shows a message of the back office. Warnings and errors stay until they are closed. */
export function useShowPopUp(): (popUp: PopUp) => void {
  const texts = useTexts();
  const own = useBoardTexts();
  return ({ text, severity, from }) =>
    notifications.show({
      title: own.from(from.replace(/^\w+:/, '')),
      message: text,
      color: severity > WARNING ? 'red' : severity === WARNING ? 'orange' : 'blue',
      autoClose: severity >= WARNING ? false : 12_000,
      closeButtonProps: { 'aria-label': texts.close },
    });
}
