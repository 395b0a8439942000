-- Tells when a request to a host may be sent, and counts it as sent then. Times are
-- in microseconds of this server's clock.
--
-- Two rules hold at the same time. The generic cell rate algorithm (ITU-T I.371)
-- spaces requests: burst at once, then one every interval. A sliding window keeps
-- the number: at most most requests in any window, which the former alone exceeds
-- by its burst.
--
-- KEYS: 1 when the next request would be sent if all had been spaced evenly
--       2 times of the last most requests, oldest first
--       3 there while the host is left alone
-- ARGV: interval, burst, most, window, patience; a most of 0 is no rate
-- Returns whether it is counted, and how long to wait. A request that would have to
-- wait longer than its patience is not counted.
local interval, burst, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local window, patience = tonumber(ARGV[4]), tonumber(ARGV[5])
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])

local due = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local at = math.max(now, due - (burst - 1) * interval)
if most > 0 then
  local oldest = redis.call('LINDEX', KEYS[2], -most)
  if oldest then
    at = math.max(at, tonumber(oldest) + window)
  end
end
at = math.max(at, now + math.max(redis.call('PTTL', KEYS[3]), 0) * 1000)
local wait = at - now
if wait > patience then
  return {0, wait}
end
if most == 0 then
  return {1, wait}
end

due = math.max(due, at) + interval
-- Numbers are written in full: Lua keeps 14 digits of its own accord.
redis.call('SET', KEYS[1], string.format('%.0f', due), 'PX', math.ceil((due - now) / 1000) + 1000)
redis.call('RPUSH', KEYS[2], string.format('%.0f', at))
redis.call('LTRIM', KEYS[2], -most, -1)
redis.call('PEXPIRE', KEYS[2], math.ceil((wait + window) / 1000) + 1000)
return {1, wait}
