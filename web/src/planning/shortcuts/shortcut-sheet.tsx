import { Modal } from '@mantine/core';
import { useTexts } from '../../i18n/language.ts';
import './shortcuts.css';
import { keysText, shortcuts } from './shortcuts.ts';
import { useShortcutTexts } from './texts.ts';

/** The sheet of all keys and mouse gestures of the planning page. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const texts = useTexts();
  const own = useShortcutTexts();
  return (
    <Modal opened onClose={onClose} size="xl" title={own.title} closeButtonProps={{ 'aria-label': texts.close }}>
      <table className="shortcuts">
        <thead>
          <tr>
            <th scope="col">{own.action}</th>
            <th scope="col">{own.keys}</th>
            <th scope="col">{own.mouse}</th>
          </tr>
        </thead>
        {shortcuts.map(({ title, shortcuts: lines }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {own.sections[title]}
              </th>
            </tr>
            {lines.map(({ does, keys, mouse }) => (
              <tr key={does}>
                <td>{own.actions[does]}</td>
                <td>{keys && <kbd>{keysText(keys, own.keyNames)}</kbd>}</td>
                <td>{mouse && own.gestures[mouse]}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Modal>
  );
}
