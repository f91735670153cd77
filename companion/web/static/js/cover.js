// One device passed round for secret answers: a seat's page is covered until its player has the device. After the
// answer comes the cover of the next player with a secret question, or the table.
const cover = document.querySelector("[data-passed]");
const table = cover.dataset.passed;
let answered = false;

async function nextAddress() {
  try {
    const { questions } = await (await fetch(`${table}state`, { headers: { Accept: "application/json" } })).json();
    const waits = questions.find((one) => one.secret && one.player !== null && !one.aside);
    return waits ? `${table}seat/${waits.player}?passed=yes` : table;
  } catch {
    return table;
  }
}

cover.querySelector("[data-uncover]").addEventListener("click", () => document.documentElement.removeAttribute("data-covered"));
document.addEventListener("stepped", async ({ detail }) => {
  if (answered || (detail.what !== "decisions" && detail.what !== "answers")) return;
  answered = true;
  document.documentElement.dataset.covered = "";
  location.replace(await nextAddress());
});
