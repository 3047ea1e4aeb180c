import { isObject } from '#contract/rules/strict-json.ts'

type Json = Record<string, unknown>

/** Returns the JSON merge patch (RFC 7396) that turns `before` into `after`. A key that is gone has the value null. */
export function mergePatchBetween(before: Json, after: Json): Json {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const changed = Object.entries(after).flatMap(([key, value]) => {
    const was = Object.hasOwn(before, key) ? before[key] : undefined
    if (JSON.stringify(was) === JSON.stringify(value)) return []
    return [[key, isObject(was) && isObject(value) ? mergePatchBetween(was, value) : value] as const]
  })
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed])
}
