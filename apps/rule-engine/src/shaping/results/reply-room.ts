/** Maximum of bytes of the changed resources in a reply. All of them are also published as events. */
const REPLY_BYTES_MAX = 250_000;

/** Returns a filter that accepts items of a reply as long as all of them together fit into it. */
export function roomOfReply(): (item: object) => boolean {
  let bytes = 0;
  return (item) => (bytes += Buffer.byteLength(JSON.stringify(item))) <= REPLY_BYTES_MAX;
}
