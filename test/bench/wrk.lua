-- The requests are formatted beforehand: while the load runs, wrk only counts.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, key = line:match("^(%S+) (%S+)$")
    local headers = { Host = wrk.headers["Host"], Authorization = "Bearer " .. key }
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    'RESULT {"requests": %d, "seconds": %.6f, "p99Ms": %.3f, "failures": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(99) / 1e3, failures
  ))
end
