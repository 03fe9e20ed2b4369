// Sends a job and its task in one batch, then reads the task back.
//
//   OPENSLOT_API_KEY=os_... dotnet run --project examples/csharp
//
// Run it twice: the second time every call is `unchanged`, because nothing differs from what is stored.
using System;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Openslot;

[DataContract]
public sealed class ImportAnswer
{
    [DataMember(Name = "results")] public ImportResult[] Results { get; set; }
}

[DataContract]
public sealed class ImportResult
{
    [DataMember(Name = "procedure")] public string Procedure { get; set; }
    [DataMember(Name = "key")] public string Key { get; set; }
    [DataMember(Name = "outcome")] public string Outcome { get; set; }
}

[DataContract]
public sealed class ServiceTask
{
    [DataMember(Name = "taskNo")] public string TaskNo { get; set; }
    [DataMember(Name = "shortDescription")] public string ShortDescription { get; set; }
    [DataMember(Name = "durationInSeconds")] public int DurationInSeconds { get; set; }
    [DataMember(Name = "version")] public int Version { get; set; }
}

public static class Program
{
    public static int Main() => Run().GetAwaiter().GetResult();

    private static async Task<int> Run()
    {
        var key = Environment.GetEnvironmentVariable("OPENSLOT_API_KEY");
        if (string.IsNullOrEmpty(key))
        {
            Console.Error.WriteLine("Set OPENSLOT_API_KEY to an API key of your tenant.");
            return 1;
        }
        var url = Environment.GetEnvironmentVariable("OPENSLOT_URL") ?? "http://127.0.0.1:8080";
        using (var client = new OpenslotClient(url, key))
        {
            var calls = new[]
            {
                ImportCall.Of("mboc_upsertJob", ("SourceApp", "ERP"), ("SourceType", "SERVICE"), ("JobNo", "J-1001"),
                    ("ShortDescription", "Pump maintenance"), ("SiteCity", "Ghent"), ("SiteCountry", "BE")),
                ImportCall.Of("mboc_upsertTask", ("SourceApp", "ERP"), ("SourceType", "SERVICE"), ("JobNo", "J-1001"),
                    ("TaskNo", "T-1"), ("ShortDescription", "Replace the seal"), ("DurationInSeconds", "7200")),
            };
            var answer = await client.Send<ImportAnswer>(HttpMethod.Post, "/import", calls);
            foreach (var result in answer.Results)
                Console.WriteLine($"{result.Procedure}  {result.Key}  {result.Outcome}");

            var task = await client.Get<ServiceTask>("/task/T-1?sourceApp=ERP&sourceType=SERVICE&jobNo=J-1001");
            Console.WriteLine($"{task.TaskNo}: {task.ShortDescription}, {task.DurationInSeconds / 3600} h, version {task.Version}");
            try
            {
                await client.Get<ServiceTask>("/task/none");
            }
            catch (ApiException error)
            {
                Console.WriteLine($"refused as it should be: {error.Status} {error.Code}");
            }
            return 0;
        }
    }
}
