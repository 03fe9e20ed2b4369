/** Large enough to read a type plate, small enough for a slow line: some hundred KB. */
const LONGEST_SIDE = 1600;
const QUALITY = 0.82;

/** The browser cannot read the file as an image. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage';
}

/**
 * A photo as a JPEG of at most 1600 pixels a side, upright. Only its pixels are taken over: cameras write
 * the place and the device into the file.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadableImage('The file is not an image that this browser can read.', { cause });
  });
  try {
    const { width, height } = fitted(image.width, image.height);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new UnreadableImage('This browser cannot draw images.');
    // What is transparent would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return await jpegOf(canvas);
  } finally {
    image.close();
  }
}

/** Never larger than it was. */
function fitted(width: number, height: number, longest = LONGEST_SIDE): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadableImage('This browser cannot write a JPEG.'))),
      'image/jpeg',
      QUALITY,
    );
  });
