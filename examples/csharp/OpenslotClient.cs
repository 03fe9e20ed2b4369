using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Threading.Tasks;

namespace Openslot
{
    /// <summary>An error response. Nothing was stored, unless <see cref="IsOutcomeUnknown"/>.</summary>
    public sealed class ApiException : Exception
    {
        public int Status { get; }
        public string Code { get; }
        public string Parameter { get; }
        public string RequestId { get; }
        public bool IsOutcomeUnknown { get; }
        public TimeSpan RetryAfter { get; }

        internal ApiException(int status, Failure failure, TimeSpan retryAfter)
            : base(failure.Description ?? "request refused")
        {
            Status = status;
            Code = failure.Code;
            Parameter = failure.Parameter;
            RequestId = failure.RequestId;
            IsOutcomeUnknown = failure.Outcome == "unknown";
            RetryAfter = retryAfter;
        }
    }

    [DataContract]
    internal sealed class Failure
    {
        [DataMember(Name = "Code")] public string Code { get; set; }
        [DataMember(Name = "Description")] public string Description { get; set; }
        [DataMember(Name = "parameter")] public string Parameter { get; set; }
        [DataMember(Name = "requestId")] public string RequestId { get; set; }
        [DataMember(Name = "outcome")] public string Outcome { get; set; }
    }

    /// <summary>A call of POST /import: it names the parameters of a procedure and gives their values in the same order.</summary>
    [DataContract]
    public sealed class ImportCall
    {
        [DataMember] public string StoredProcedureName { get; set; }
        [DataMember] public string[] ParameterNames { get; set; }
        [DataMember] public string[] ParameterValues { get; set; }

        public static ImportCall Of(string procedure, params (string Name, string Value)[] values) => new ImportCall
        {
            StoredProcedureName = procedure,
            ParameterNames = values.Select(value => value.Name).ToArray(),
            ParameterValues = values.Select(value => value.Value).ToArray(),
        };
    }

    /// <summary>
    /// A small client of the Openslot API: JSON, errors, retries and idempotency keys. Bodies and responses are classes with [DataContract],
    /// which name only the properties that you need.
    /// </summary>
    public sealed class OpenslotClient : IDisposable
    {
        private static readonly double[] PausesSeconds = { 0.5, 1, 2, 4, 8, 15 };
        private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(1);
        private readonly HttpClient http = new HttpClient { Timeout = TimeSpan.FromMinutes(1) };
        private readonly Random random = new Random();
        private readonly string url;

        public OpenslotClient(string url, string apiKey)
        {
            this.url = url.TrimEnd('/');
            http.DefaultRequestHeaders.Add("X-API-KEY", apiKey);
            http.DefaultRequestHeaders.Add("Accept", "application/json");
        }

        public Task<T> Get<T>(string path) => Send<T>(HttpMethod.Get, path, null);

        /// <summary>
        /// One key for all attempts: a write whose response was lost is repeated and has its effect once. Set acceptsKey to false for the few
        /// POST routes that take no Idempotency-Key; they are not repeated after a lost response.
        /// </summary>
        public async Task<T> Send<T>(HttpMethod method, string path, object body, bool acceptsKey = true)
        {
            var content = body == null ? null : Write(body);
            var key = method != HttpMethod.Get && acceptsKey ? Guid.NewGuid().ToString() : null;
            var mayRepeat = method == HttpMethod.Get || acceptsKey;
            for (var attempt = 0; ; attempt++)
            {
                var isLast = attempt == PausesSeconds.Length;
                var wanted = TimeSpan.Zero;
                try
                {
                    return await Attempt<T>(method, path, content, key);
                }
                catch (ApiException error) when (!isLast && error.RetryAfter <= LongestPause && IsTemporary(error, mayRepeat))
                {
                    wanted = error.RetryAfter;
                }
                // The connection was refused or lost, or the service did not answer in time.
                catch (HttpRequestException) when (!isLast && mayRepeat) { }
                catch (TaskCanceledException) when (!isLast && mayRepeat) { }
                await Task.Delay(wanted + TimeSpan.FromSeconds(PausesSeconds[attempt] * (0.5 + random.NextDouble() / 2)));
            }
        }

        public void Dispose() => http.Dispose();

        private static bool IsTemporary(ApiException error, bool mayRepeat)
        {
            var isRefusedForNow = (error.Status == 429 || error.Status == 503) && !error.IsOutcomeUnknown;
            var isUnclear = (error.Status >= 502 && error.Status <= 504) || error.IsOutcomeUnknown || error.Code == "REQ018";
            return isRefusedForNow || (mayRepeat && isUnclear);
        }

        private async Task<T> Attempt<T>(HttpMethod method, string path, byte[] content, string key)
        {
            using (var request = new HttpRequestMessage(method, url + path))
            {
                if (key != null) request.Headers.Add("Idempotency-Key", key);
                if (content != null)
                {
                    request.Content = new ByteArrayContent(content);
                    request.Content.Headers.Add("Content-Type", "application/json");
                }
                using (var response = await http.SendAsync(request))
                {
                    var bytes = await response.Content.ReadAsByteArrayAsync();
                    if (response.IsSuccessStatusCode) return bytes.Length == 0 ? default(T) : Read<T>(bytes);
                    var isJson = response.Content.Headers.ContentType?.MediaType == "application/json";
                    var failure = isJson ? Read<Failure>(bytes) : new Failure();
                    throw new ApiException((int)response.StatusCode, failure, response.Headers.RetryAfter?.Delta ?? TimeSpan.Zero);
                }
            }
        }

        private static byte[] Write(object body)
        {
            using (var stream = new MemoryStream())
            {
                new DataContractJsonSerializer(body.GetType()).WriteObject(stream, body);
                return stream.ToArray();
            }
        }

        private static T Read<T>(byte[] bytes)
        {
            using (var stream = new MemoryStream(bytes))
                return (T)new DataContractJsonSerializer(typeof(T)).ReadObject(stream);
        }
    }
}
