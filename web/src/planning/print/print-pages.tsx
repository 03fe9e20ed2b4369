import { fieldOf } from '../../board/labels.ts';
import type { Bar } from '../../board/types.ts';
import { worded } from '../../dates/worded.ts';
import { useLocale, useTexts } from '../../i18n/language.ts';
import type { PrintedPage } from './print-days.ts';
import { usePrintTexts } from './texts.ts';

interface Props {
  readonly pages: readonly PrintedPage[];
  readonly title: string;
  readonly zone: string;
}

/** What is printed instead of the board: a page for each resource. */
export function PrintPages({ pages, title, zone }: Props) {
  const texts = usePrintTexts();
  return (
    <>
      {pages.length === 0 && <p>{texts.nothing}</p>}
      {pages.map((page) => (
        <Page key={page.resource.no} page={page} title={title} zone={zone} />
      ))}
    </>
  );
}

function Page({ page, title, zone }: { page: PrintedPage; title: string; zone: string }) {
  const { locale } = useLocale();
  const { resource, days } = page;
  return (
    <section className="print-page">
      <h1>
        {resource.name} <small>{title}</small>
      </h1>
      {days.map(({ date: day, bars }) => (
        <div key={day} className="print-day">
          <h2>{worded('longDay', locale, day)}</h2>
          <table>
            <tbody>
              {bars.map((bar) => (
                <Line key={bar.id} bar={bar} zone={zone} />
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}

function Line({ bar, zone }: { bar: Bar; zone: string }) {
  const texts = useTexts();
  const field = (name: Parameters<typeof fieldOf>[1]): string => fieldOf(bar, name, zone);
  return (
    <tr>
      <td className="print-time">{field('time')}</td>
      <td>
        <span className="swatch" style={{ background: bar.color }} />
        {bar.isImportant && <b title={texts.important}>! </b>}
        <b dir="auto">{field('subject')}</b>
        <div>{field('description')}</div>
      </td>
      <td>
        {field('customer')}
        <div>{field('contact')}</div>
      </td>
      <td>{field('city')}</td>
      <td>
        {field('job')} {field('task')}
      </td>
      <td>{field('category')}</td>
    </tr>
  );
}
