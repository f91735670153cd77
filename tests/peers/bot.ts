// Plays a table to its end by the types that openapi-typescript makes of the API's document (test_clients.py).
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Question = components["schemas"]["Question"];
type Value = components["schemas"]["AnswerBody"]["value"];

const [address, table, seats] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: address });
const params = { path: { table_id: table } };
let keys = 0;
const step = (seen: number) => ({ seen, key: `typescript-${String(keys++).padStart(6, "0")}` });
const below = (most: number) => Math.floor(Math.random() * most);

/** A value by chance; its sum may be refused. */
function chosen(answer: Question["answer"]): Value {
  switch (answer.form) {
    case "amount":
      return answer.lowest + below(answer.highest - answer.lowest + 1);
    case "subset": {
      const free = answer.items.filter((item) => !item.refused).map((item) => item.id);
      const count = answer.least + below(Math.min(answer.most, free.length) - answer.least + 1);
      return free.sort(() => Math.random() - 0.5).slice(0, count);
    }
    case "allocation": {
      const bag = answer.tokens.flatMap((token) => Array<string>(token.count).fill(token.id));
      const count = answer.least + below(Math.min(answer.most, bag.length) - answer.least + 1);
      const laid = new Map<string, [string, string, number]>();
      for (const token of bag.sort(() => Math.random() - 0.5).slice(0, count)) {
        const places = answer.places.filter((place) => !place.accepts.length || place.accepts.includes(token));
        const place = places[below(places.length)].id;
        const pair = laid.get(`${token} ${place}`) ?? [token, place, 0];
        laid.set(`${token} ${place}`, [token, place, pair[2] + 1]);
      }
      return [...laid.values()];
    }
    default:
      throw new Error(`no value for ${answer.form}`);
  }
}

/** Whether the question was answered. */
async function answered(question: Question, seen: number): Promise<boolean> {
  const { answer } = question;
  if (answer.form === "draw" || answer.form === "roll") {
    const drawn = await api.POST("/api/v1/tables/{table_id}/draws", { params, body: step(seen) });
    return drawn.response.ok;
  }
  if (answer.form === "choice") {
    for (const { decision } of [...answer.options].sort(() => Math.random() - 0.5)) {
      const done = await api.POST("/api/v1/tables/{table_id}/decisions", { params, body: { ...step(seen), decision } });
      if (done.response.ok) return true;
    }
    return false;
  }
  for (let tries = 0; tries < 1000; tries++) {
    const body = { ...step(seen), question: question.kind, player: question.player, value: chosen(answer) };
    if ((await api.POST("/api/v1/tables/{table_id}/answers", { params, body })).response.ok) return true;
  }
  return false;
}

async function play(): Promise<number> {
  for (;;) {
    let moved = false;
    for (let seat = 0; seat < Number(seats); seat++) {
      const { data: state, error } = await api.GET("/api/v1/tables/{table_id}", { params: { ...params, query: { seat } } });
      if (!state) throw new Error(JSON.stringify(error));
      if (state.over) return state.number;
      const asked = (state.questions as Question[]).filter(
        (it) => (it.player === seat || it.player === null) && !it.aside && it.answer.form !== "elsewhere" && !it.answered,
      );
      if (asked.length && (await answered(asked[0], state.number))) moved = true;
    }
    if (!moved) throw new Error("nobody can answer anything");
  }
}

play().then(console.log);
