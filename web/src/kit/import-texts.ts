/** A sample import: one resource, one job and its task, as a back office sends them. */
const calls = [
  call('mboc_upsertResource', { ResourceNo: 'ANNA', DisplayName: 'Anna' }),
  call('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J-1', ShortDescription: 'Pump' }),
  call('mboc_upsertTask', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    JobNo: 'J-1',
    TaskNo: '10',
    ShortDescription: 'Replace the seal',
    DurationInSeconds: '7200',
  }),
];

function call(procedure: string, record: Readonly<Record<string, string>>): string {
  const names = JSON.stringify(Object.keys(record));
  const values = JSON.stringify(Object.values(record));
  return `{"StoredProcedureName": "${procedure}",\n   "ParameterNames": ${names},\n   "ParameterValues": ${values}}`;
}
const batch = `[\n  ${calls.join(',\n  ')}\n]`;

export const sampleLanguages = { curl: 'curl', javascript: 'JavaScript', csharp: 'C#', python: 'Python' } as const;
export type SampleLanguage = keyof typeof sampleLanguages;

export const importSamples = (origin: string, key: string): Readonly<Record<SampleLanguage, string>> => ({
  curl: `curl -s ${origin}/import \\
  -H 'X-API-KEY: ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${batch}'`,
  javascript: `const answer = await fetch('${origin}/import', {
  method: 'POST',
  headers: { 'X-API-KEY': '${key}', 'Content-Type': 'application/json' },
  body: JSON.stringify(${batch}),
});
console.log(await answer.json());`,
  csharp: `using System.Net.Http;
using System.Text;

var client = new HttpClient();
client.DefaultRequestHeaders.Add("X-API-KEY", "${key}");
var batch = """
${batch}
""";
var answer = await client.PostAsync("${origin}/import",
    new StringContent(batch, Encoding.UTF8, "application/json"));
Console.WriteLine(await answer.Content.ReadAsStringAsync());`,
  python: `import json, urllib.request

batch = ${batch}
request = urllib.request.Request(
    "${origin}/import",
    data=json.dumps(batch).encode(),
    headers={"X-API-KEY": "${key}", "Content-Type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())`,
});
