import { describe, expect, test } from 'vitest';
import { contentDisposition, nameOfType, safeFileName } from '../../../src/domain/attachments/file-name.ts';
import { ContentCheck, declaredType, fileTypeOf } from '../../../src/domain/attachments/file-type.ts';
import { eicar, heic, jpegOf, pdf, png, program, webp, zip } from '../../features/attachments/files.ts';

const checked = (...chunks: readonly Buffer[]) => {
  const check = new ContentCheck();
  for (const chunk of chunks) check.push(chunk);
  return check.end();
};

describe('the type of a file', () => {
  test.each([
    ['image/jpeg', jpegOf(100)],
    ['image/png', png()],
    ['image/webp', webp()],
    ['image/heic', heic()],
    ['application/pdf', pdf()],
    ['text/plain', Buffer.from('\uFEFFGrüße, 3 < 5\r\n\tok')],
  ])('%s is allowed', (type, file) => {
    expect(checked(file)).toMatchObject({ type });
  });

  test.each([
    ['ZIP archive or Office document', zip()],
    ['Windows program', program()],
    ['Linux program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2])],
    ['AVIF image', Buffer.from('\0\0\0\u0018ftypavif')],
    ['video', Buffer.from('\0\0\0\u0018ftypisom')],
    ['GIF image', Buffer.from('GIF89a')],
    ['SVG image', Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg>')],
    ['XML document', Buffer.from('<?xml version="1.0"?><a/>')],
    ['PHP script', Buffer.from('<?php phpinfo();')],
    ['HTML document', Buffer.from('\n <!-- x --><script>')],
    ['HTML or XML document', Buffer.from('<custom-element>')],
    ['virus test file (EICAR)', eicar()],
    ['file of an unknown type', Buffer.from([1, 2, 3])],
    ['empty file', Buffer.alloc(0)],
  ])('%s is not', (name, file) => {
    const found = file.length === 0 ? checked() : checked(file);
    expect([found.name, found.type]).toEqual([name, undefined]);
  });

  test('is decided by all of a text, also across chunks', () => {
    const two = Buffer.from('é');
    expect(checked(Buffer.from('a'), two.subarray(0, 1), two.subarray(1))).toMatchObject({ type: 'text/plain' });
    expect(checked(Buffer.from('a'), two.subarray(0, 1))).toEqual({ name: 'file of an unknown type' });
    expect(checked(Buffer.from('a'), Buffer.from([0]))).toEqual({ name: 'file of an unknown type' });
    const test = eicar();
    expect(checked(Buffer.from('Hello '), test.subarray(0, 50), test.subarray(50))).toEqual({
      name: 'virus test file (EICAR)',
    });
    expect(checked(Buffer.concat([jpegOf(10), test]))).toEqual({ name: 'virus test file (EICAR)' });
    expect(fileTypeOf(Buffer.from('just a text'))).toMatchObject({ type: 'text/plain' });
  });

  test('is declared in several spellings', () => {
    expect(declaredType('image/JPG')).toBe('image/jpeg');
    expect(declaredType('text/plain; charset=utf-8')).toBe('text/plain');
    expect(declaredType('application/octet-stream')).toBeUndefined();
    expect(declaredType('image/svg+xml')).toBeNull();
  });
});

describe('the name of a file', () => {
  test.each([
    ['C:\\Users\\anna\\photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['a\u202Egpj.exe', 'a gpj.exe'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x'],
    ['.htaccess', 'htaccess'],
    ['...', ''],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  ])('%j is %j', (sent, name) => {
    expect(safeFileName(sent)).toBe(name);
  });

  test('ends as its type does', () => {
    expect(nameOfType('photo.exe', 'image/jpeg')).toBe('photo.exe.jpg');
    expect(nameOfType('photo.JPEG', 'image/jpeg')).toBe('photo.JPEG');
  });

  test('is encoded for the header', () => {
    expect(contentDisposition('inline', 'a b.jpg')).toBe('inline; filename="a b.jpg"');
    expect(contentDisposition('attachment', `Rück'(1)*.pdf`)).toBe(
      `attachment; filename="R_ck'(1)*.pdf"; filename*=UTF-8''R%C3%BCck%27%281%29%2A.pdf`,
    );
  });
});
