import { Button, Modal, TextInput } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useMyDayTexts } from './texts.ts';

interface Props {
  onClose(): void;
  onSigned(content: Blob, signedBy: string): void;
}

const WIDTH = 600;
const HEIGHT = 240;

/** A signature drawn with a finger, pen or mouse, always with the name. Who cannot draw types the name, which is written into the picture. */
export function SignatureDialog({ onClose, onSigned }: Props) {
  const common = useTexts();
  const texts = useMyDayTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [name, setName] = useState('');
  const [isDrawn, setDrawn] = useState(false);
  const [isTried, setTried] = useState(false);
  const signedBy = name.trim();
  const pen = (): CanvasRenderingContext2D | null => canvas.current?.getContext('2d') ?? null;
  const clear = (): void => {
    pen()?.clearRect(0, 0, WIDTH, HEIGHT);
    setDrawn(false);
  };
  const save = (): void => {
    setTried(true);
    const drawing = canvas.current;
    if (signedBy === '' || !drawing) return;
    if (!isDrawn) write(pen(), signedBy);
    onWhite(drawing).toBlob((blob) => blob && onSigned(blob, signedBy), 'image/png');
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.signature}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <form
        className="my-day-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="my-day-soft">{texts.signHint}</p>
        <canvas
          ref={canvas}
          className="my-day-canvas"
          width={WIDTH}
          height={HEIGHT}
          role="img"
          aria-label={texts.signHere}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            draw(pen(), event, true);
            setDrawn(true);
          }}
          onPointerMove={(event) => event.buttons !== 0 && draw(pen(), event, false)}
        />
        <TextInput
          label={texts.nameOfSigner}
          value={name}
          maxLength={100}
          required
          error={isTried && signedBy === '' ? texts.nameMissing : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="my-day-choices">
          <Button type="submit">{texts.save}</Button>
          <Button variant="default" onClick={clear}>
            {texts.clear}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** The picture is stored on white, whatever the colours of the page are. */
const INK = '#10243a';

function draw(
  context: CanvasRenderingContext2D | null,
  event: PointerEvent<HTMLCanvasElement>,
  isStart: boolean,
): void {
  if (!context) return;
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - left) / width) * WIDTH;
  const y = ((event.clientY - top) / height) * HEIGHT;
  Object.assign(context, { strokeStyle: INK, lineWidth: 3, lineCap: 'round', lineJoin: 'round' });
  if (isStart) {
    context.beginPath();
    context.moveTo(x, y);
  }
  context.lineTo(x, y);
  context.stroke();
}

function write(context: CanvasRenderingContext2D | null, name: string): void {
  if (!context) return;
  Object.assign(context, { fillStyle: INK, font: '48px cursive', textAlign: 'center', textBaseline: 'middle' });
  context.fillText(name, WIDTH / 2, HEIGHT / 2, WIDTH - 40);
}

function onWhite(drawing: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  Object.assign(copy, { width: WIDTH, height: HEIGHT });
  const context = copy.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.drawImage(drawing, 0, 0);
  }
  return copy;
}
